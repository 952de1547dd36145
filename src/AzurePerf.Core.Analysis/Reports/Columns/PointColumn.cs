using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports.Columns;

/// <summary>What the values of a column are. A file with types stores them as that.</summary>
public enum ColumnType
{
    /// <summary>Words or free text.</summary>
    Text,

    /// <summary>A whole number of 64 bits.</summary>
    Whole,

    /// <summary>A floating-point number of 64 bits.</summary>
    Number,

    /// <summary>True or false.</summary>
    Truth,

    /// <summary>A moment in UTC.</summary>
    Instant,
}

/// <summary>One row of the table: a point, and what the repetitions of its configuration say together.</summary>
/// <param name="Point">As published.</param>
/// <param name="Together">Null while the run has not ended, and where no repetition counts.</param>
public sealed record PointRow(PointRecord Point, RepetitionStatistics? Together);

/// <summary>One column of the table of a run's points, as every file of points has it.</summary>
/// <param name="Name">In the API's words; the name of a number ends in its unit.</param>
/// <param name="Type">Of its values.</param>
/// <param name="Unit">Of its numbers: ns, s, 1/s, B, B/s, FLOP/s, %; empty for a pure number, a count or a text.</param>
/// <param name="Meaning">One sentence for people.</param>
/// <param name="Read">The value of a row: what <see cref="Type"/> says, or null where there is none. An empty text is none.</param>
public sealed record PointColumn(string Name, ColumnType Type, string Unit, string Meaning, Func<PointRow, object?> Read)
{
    internal static PointColumn Text(string name, string meaning, Func<PointRow, string?> read) =>
        new(name, ColumnType.Text, "", meaning, row => read(row) is { Length: > 0 } text ? text : null);

    internal static PointColumn Whole(string name, string unit, string meaning, Func<PointRow, long?> read) =>
        new(name, ColumnType.Whole, unit, meaning, row => read(row));

    internal static PointColumn Number(string name, string unit, string meaning, Func<PointRow, double?> read) =>
        new(name, ColumnType.Number, unit, meaning, row => read(row));

    internal static PointColumn Truth(string name, string meaning, Func<PointRow, bool?> read) =>
        new(name, ColumnType.Truth, "", meaning, row => read(row));

    internal static PointColumn Instant(string name, string meaning, Func<PointRow, DateTimeOffset?> read) =>
        new(name, ColumnType.Instant, "", meaning, row => read(row));
}
