using System.Globalization;

namespace AzurePerf.Sql.Schema;

/// <summary>
/// A statement that is prepared once a connection. Its text is that of every engine: parameters are $1, $2 ..., and rows that are read to
/// be written are locked at <c>{lock}</c>, or at <c>{locked}</c> by engines that say so behind the table.
/// </summary>
public sealed class Statement
{
    private static int _count;

    /// <param name="sql">The text.</param>
    /// <param name="parameters">A letter for the kind of each parameter: i, m, t or s.</param>
    /// <param name="columns">The same for each column of the result, as a capital where it may be null; empty for a statement without
    /// one.</param>
    internal Statement(string sql, string parameters, string columns = "")
        : this(sql, Kinds.Of(parameters), Kinds.Of(columns), [.. columns.Select(char.IsAsciiLetterUpper)])
    {
    }

    internal Statement(string sql, CellKind[] parameters, CellKind[] columns, bool[] mayBeNull)
    {
        Sql = sql;
        Parameters = parameters;
        Columns = columns;
        MayBeNull = mayBeNull;
        Number = Interlocked.Increment(ref _count) - 1;
    }

    public string Sql { get; }

    public IReadOnlyList<CellKind> Parameters { get; }

    public IReadOnlyList<CellKind> Columns { get; }

    /// <summary>Whether each column may be null. One that may not is not asked for it on a server, where that takes as long as reading a
    /// number; if it is null all the same, the statement fails.</summary>
    public IReadOnlyList<bool> MayBeNull { get; }

    /// <summary>Its place among all statements of the process, from 0.</summary>
    public int Number { get; }

    /// <summary>A list of parameters, <c>$3, $4, $5</c>.</summary>
    internal static string List(int first, int count) => string.Join(
        ", ", Enumerable.Range(first, count).Select(number => "$" + number.ToString(CultureInfo.InvariantCulture)));

    public override string ToString() => Sql;
}
