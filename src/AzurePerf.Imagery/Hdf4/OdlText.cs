using System.Text;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>Writes groups of the Object Description Language. HDF-EOS2's library finds groups by the tabs before them.</summary>
internal sealed class OdlText
{
    private readonly StringBuilder _text = new();
    private int _depth;

    public override string ToString() => $"{_text}END\n";

    public void Line(string name, string value) => _text.Append('\t', _depth).Append(name).Append('=').Append(value).Append('\n');

    public void Group(string name, Action content) => Group("GROUP", name, content);

    /// <param name="kind">GROUP or OBJECT.</param>
    /// <param name="name">That of the first one ends in _1.</param>
    public void Each<T>(IReadOnlyList<T> items, string kind, string name, Action<T> write)
    {
        for (var i = 0; i < items.Count; i++)
        {
            Group(kind, $"{name}_{i + 1}", () => write(items[i]));
        }
    }

    private void Group(string kind, string name, Action content)
    {
        Line(kind, name);
        _depth++;
        content();
        _depth--;
        Line($"END_{kind}", name);
    }
}
