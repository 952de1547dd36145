using System.Text.Json.Serialization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Sections;

/// <summary>
/// One section of the report of a run. It is made once; the terminal, pages, HTML, Markdown and JSON show it and know nothing of what is in
/// it. Texts are clauses without a full stop.
/// </summary>
public sealed record ReportSection
{
    /// <summary>In addresses: lower case, unique in a report.</summary>
    public required string Id { get; init; }

    /// <summary>For people.</summary>
    public required string Title { get; init; }

    /// <summary>True for what the experiment derives itself: it stands before the charts where there is such a place.</summary>
    public bool Leads { get; init; }

    /// <summary>What must be known before the numbers are believed; empty for most.</summary>
    public IReadOnlyList<SectionWarning> Warnings { get; init; } = [];

    /// <summary>Most sections have one; some none.</summary>
    public IReadOnlyList<SectionTable> Tables { get; init; } = [];

    /// <summary>What stands below the tables.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>False where it has nothing but warnings, which stand elsewhere.</summary>
    [JsonIgnore]
    public bool HasContent => Tables.Count + Notes.Count > 0;
}

/// <summary>A warning that a reader must not miss.</summary>
/// <param name="Word">What it warns of, in a word: Drift.</param>
/// <param name="Text">A sentence.</param>
public sealed record SectionWarning(string Word, string Text);

/// <summary>One table of a section.</summary>
/// <param name="Name">What it shows, for those who do not see it.</param>
/// <param name="Caption">What a reader must know about its columns.</param>
/// <param name="Columns">At least one.</param>
/// <param name="Rows">A cell per column.</param>
public sealed record SectionTable(
    string Name, string Caption, IReadOnlyList<SectionColumn> Columns, IReadOnlyList<IReadOnlyList<SectionCell>> Rows);

/// <summary>One column of a table.</summary>
/// <param name="Heading">In lower case, without the unit; of a factor its name. Empty where the unit says all.</param>
/// <param name="Unit">Of the texts of its cells; empty where they have none, or one each.</param>
/// <param name="IsNumber">True where the cells are numbers, which stand at the right.</param>
public sealed record SectionColumn(string Heading, string Unit = "", bool IsNumber = true)
{
    /// <summary>True for a factor: the heading is a name and not a word.</summary>
    public bool IsFactor { get; init; }

    /// <summary>True for the number that the table is about.</summary>
    public bool Leads { get; init; }

    /// <summary>True where each cell is a range of two numbers: files have a column for either.</summary>
    [JsonIgnore]
    public bool IsRange { get; init; }

    /// <summary>Heading and unit on one line.</summary>
    [JsonIgnore]
    public string FullHeading => $"{Heading} {Unit}".Trim();
}

/// <summary>One cell of a table.</summary>
/// <param name="Text">For people: three digits that mean something.</param>
/// <param name="Value">The number with all its digits, in the unit of the column, of a factor in that of its parameter; null where the cell
/// is none.</param>
public sealed record SectionCell(string Text, double? Value = null)
{
    /// <summary>How many: with all its digits.</summary>
    public static SectionCell Count(long count) => new(NumberFormat.Count(count), count);

    /// <summary>A number with three digits that mean something; "-" where there is none.</summary>
    public static SectionCell Number(double? value) => value is { } number ? new(NumberFormat.Significant(number), number) : new("-");

    /// <summary>What is shown in parentheses where there is room for it; may be empty.</summary>
    public string Detail { get; init; } = "";

    /// <summary>What explains the cell to those who ask for more; may be empty.</summary>
    public string Hint { get; init; } = "";

    /// <summary>Both ends with all their digits, in the unit of a column of ranges; null where there is none.</summary>
    [JsonIgnore]
    public (double Low, double High)? Range { get; init; }

    /// <summary>Text and detail.</summary>
    [JsonIgnore]
    public string FullText => Detail.Length == 0 ? Text : $"{Text} ({Detail})";
}
