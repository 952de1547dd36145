using System.Globalization;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// A group of the Object Description Language in which HDF-EOS2 writes its structure: lines of "name = value" between GROUP or OBJECT and
/// its end (HDF-EOS Library User's Guide, volume 1, "Structural metadata").
/// </summary>
internal sealed class OdlGroup
{
    private const int MaximalDepth = 16;

    /// <summary>The structure of a product of 36 bands has some 30,000 letters.</summary>
    private const int MaximalLetters = 1 << 20;

    /// <summary>A list of a structure has some hundred letters.</summary>
    private const int MaximalStatement = 1 << 14;

    private readonly Dictionary<string, string> _values = [];
    private readonly List<OdlGroup> _groups = [];

    private OdlGroup(string name) => Name = name;

    public string Name { get; }

    public IReadOnlyList<OdlGroup> Groups => _groups;

    public static OdlGroup Parse(string text)
    {
        if (text.Length > MaximalLetters)
        {
            throw Damaged("it has more than a million letters");
        }

        var open = new Stack<OdlGroup>([new OdlGroup("")]);
        var pending = "";
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries))
        {
            var statement = pending.Length + line.Length <= MaximalStatement ? pending + line : throw Damaged("a list has no end");
            if (statement == "END")
            {
                break;
            }

            var isOpenList = statement.Contains('(', StringComparison.Ordinal) && !statement.EndsWith(')');
            pending = isOpenList ? statement : "";
            if (statement.Length > 0 && !isOpenList)
            {
                Take(statement, open);
            }
        }

        return open.Count == 1 ? open.Pop() : throw Damaged($"group {open.Peek().Name} has no end");
    }

    /// <summary>The groups inside the group of a name, or none.</summary>
    public IEnumerable<OdlGroup> Within(string name) => _groups.Where(group => group.Name == name).SelectMany(group => group.Groups);

    public string? Find(string name) => _values.GetValueOrDefault(name);

    public string Text(string name) => Value(name).Trim('"');

    public int Whole(string name, int least) =>
        int.TryParse(Value(name), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) && number >= least
            ? number
            : throw Damaged($"{name} of {Name} is not a whole number from {least}");

    public string[] Texts(string name) => [.. List(name).Select(text => text.Trim('"'))];

    public double[] Numbers(string name) => [.. List(name).Select(text =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : throw Damaged($"{name} of {Name} holds no numbers"))];

    public static UnreadableFileException Damaged(string why) => new($"The structure of the file makes no sense: {why}.");

    private static void Take(string statement, Stack<OdlGroup> open)
    {
        var at = statement.IndexOf('=', StringComparison.Ordinal);
        if (at < 1)
        {
            throw Damaged($"a line has no value: {statement[..Math.Min(statement.Length, 40)]}");
        }

        var (name, value) = (statement[..at].Trim(), statement[(at + 1)..].Trim());
        switch (name)
        {
            case "GROUP" or "OBJECT":
                var group = new OdlGroup(value);
                open.Peek()._groups.Add(group);
                open.Push(open.Count < MaximalDepth ? group : throw Damaged("its groups are too deep"));
                break;
            case "END_GROUP" or "END_OBJECT":
                if (open.Count == 1 || open.Pop().Name != value)
                {
                    throw Damaged($"group {value} ends and never began");
                }

                break;
            default:
                open.Peek()._values[name] = value;
                break;
        }
    }

    private string Value(string name) => Find(name) ?? throw Damaged($"{Name} has no {name}");

    private string[] List(string name)
    {
        var value = Value(name);
        return value.StartsWith('(') && value.EndsWith(')') && value.Length > 1
            ? value[1..^1].Split(',', StringSplitOptions.TrimEntries)
            : throw Damaged($"{name} of {Name} is no list");
    }
}
