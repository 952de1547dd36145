using System.Globalization;

namespace AzurePerf.Sql.Schema;

/// <summary>
/// A statement that is prepared once a connection. Its text is that of every engine: parameters are $1, $2 ..., <c>{lock}</c> stands where
/// rows that are read to be written are locked.
/// </summary>
public sealed class Statement
{
    private static int _count;

    /// <param name="sql">The text.</param>
    /// <param name="parameters">A letter for the kind of each parameter: i, m, t or s.</param>
    /// <param name="columns">The same for each column of the result; empty for a statement without one.</param>
    internal Statement(string sql, string parameters, string columns = "")
        : this(sql, Kinds.Of(parameters), Kinds.Of(columns))
    {
    }

    internal Statement(string sql, CellKind[] parameters, CellKind[] columns)
    {
        Sql = sql;
        Parameters = parameters;
        Columns = columns;
        Number = Interlocked.Increment(ref _count) - 1;
    }

    public string Sql { get; }

    public IReadOnlyList<CellKind> Parameters { get; }

    public IReadOnlyList<CellKind> Columns { get; }

    /// <summary>Its place among all statements of the process, from 0.</summary>
    public int Number { get; }

    /// <summary>A list of parameters, <c>$3, $4, $5</c>.</summary>
    internal static string List(int first, int count) => string.Join(
        ", ", Enumerable.Range(first, count).Select(number => "$" + number.ToString(CultureInfo.InvariantCulture)));

    public override string ToString() => Sql;
}
