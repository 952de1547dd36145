using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>Names seen in the rows of a page: rows repeat them, mostly in one order, so that each becomes a string once.</summary>
internal sealed class ColumnNames
{
    private readonly List<string> _names = [];
    private int _next;

    public int Count => _names.Count;

    public void StartRow() => _next = 0;

    /// <summary>The name at the reader's current property.</summary>
    public string Read(ref Utf8JsonReader reader)
    {
        int index = _next < _names.Count && reader.ValueTextEquals(_names[_next]) ? _next : Find(ref reader);
        _next = index + 1;
        return _names[index];
    }

    private int Find(ref Utf8JsonReader reader)
    {
        for (int i = 0; i < _names.Count; i++)
        {
            if (reader.ValueTextEquals(_names[i]))
            {
                return i;
            }
        }

        _names.Add(reader.GetString()!);
        return _names.Count - 1;
    }
}
