using System.Globalization;

namespace AzurePerf.Sql.Schema;

/// <param name="Name">In the database, lower case.</param>
/// <param name="Kind">What it holds.</param>
/// <param name="Length">Longest text in characters; 0: no limit.</param>
/// <param name="Nullable">True where a row may have no value.</param>
public sealed record Column(string Name, CellKind Kind, int Length, bool Nullable);

/// <param name="Columns">Of the table that refers.</param>
/// <param name="Target">The table whose primary key they hold.</param>
public sealed record ForeignKey(IReadOnlyList<string> Columns, Table Target);

/// <summary>One of the 33 tables: columns, keys and indexes, the same on every engine.</summary>
public sealed class Table
{
    private readonly Dictionary<string, int> _ordinals;

    private Table(
        string name, IReadOnlyList<Column> columns, IReadOnlyList<string> key,
        IReadOnlyList<ForeignKey> foreignKeys, IReadOnlyList<IReadOnlyList<string>> indexes)
    {
        Name = name;
        Columns = columns;
        Key = key;
        ForeignKeys = foreignKeys;
        Indexes = indexes;
        _ordinals = columns.Index().ToDictionary(column => column.Item.Name, column => column.Index, StringComparer.Ordinal);
    }

    public string Name { get; }

    public IReadOnlyList<Column> Columns { get; }

    /// <summary>The columns of the primary key, in its order.</summary>
    public IReadOnlyList<string> Key { get; }

    public IReadOnlyList<ForeignKey> ForeignKeys { get; }

    /// <summary>Indexes next to that of the primary key; their last columns make them unique.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Indexes { get; }

    /// <param name="name">In the database.</param>
    /// <param name="columns">Names and kinds: i, m, t, or s and the longest length (none: no limit); a question mark for a column that may
    /// be null.</param>
    /// <param name="key">Columns of the primary key.</param>
    /// <param name="foreignKeys">Columns and the table whose key they hold.</param>
    /// <param name="indexes">Columns of each further index.</param>
    internal static Table Of(
        string name, string columns, string key, (string Columns, Table Target)[]? foreignKeys = null, params string[] indexes) => new(
        name,
        [.. Words(columns).Select(Parse)],
        Words(key),
        [.. (foreignKeys ?? []).Select(foreign => new ForeignKey(Words(foreign.Columns), foreign.Target))],
        [.. indexes.Select(Words)]);

    /// <summary>Where a column stands in a row.</summary>
    /// <exception cref="KeyNotFoundException">The table has no such column.</exception>
    public int Ordinal(string column) => _ordinals[column];

    public override string ToString() => Name;

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static Column Parse(string text)
    {
        var parts = text.Split(':');
        var nullable = parts[1].EndsWith('?');
        var kind = parts[1].TrimEnd('?');
        return new(
            parts[0],
            Kinds.Of(kind[0]),
            kind.Length > 1 ? int.Parse(kind.AsSpan(1), CultureInfo.InvariantCulture) : 0,
            nullable);
    }
}

/// <summary>Kinds of cells as letters, small or capital, for tables and statements that are read by people.</summary>
internal static class Kinds
{
    public static CellKind Of(char letter) => char.ToLowerInvariant(letter) switch
    {
        'i' => CellKind.Integer,
        'm' => CellKind.Money,
        't' => CellKind.Time,
        's' => CellKind.Text,
        _ => throw new ArgumentException($"{letter} is no kind of cell", nameof(letter)),
    };

    public static CellKind[] Of(string letters) => [.. letters.Select(Of)];
}
