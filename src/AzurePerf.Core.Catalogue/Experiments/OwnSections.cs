using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Experiments;

/// <summary>The sections that an experiment makes itself.</summary>
public static class OwnSections
{
    /// <summary>They, or one that says why there are none: a fault of the experiment's code costs nothing else of what shows
    /// them.</summary>
    /// <param name="make">The experiment's code.</param>
    public static IReadOnlyList<ReportSection> Of(Func<IReadOnlyList<ReportSection>> make)
    {
        ArgumentNullException.ThrowIfNull(make);
        try
        {
            return [.. make().Select(section => section with { Tables = [.. section.Tables.Select(Finite)] })];
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return
            [
                new()
                {
                    Id = "own-sections",
                    Title = "What the experiment says itself",
                    Notes = [$"the experiment's own sections could not be made: {FailureText.Of(exception)}"],
                },
            ];
        }
    }

    /// <summary>The table without numbers that no document can tell; their cells keep their texts.</summary>
    private static SectionTable Finite(SectionTable table) => table with
    {
        Rows = [.. table.Rows.Select(row => (IReadOnlyList<SectionCell>)[.. row.Select(cell =>
            cell.Value is { } number && !double.IsFinite(number) ? cell with { Value = null } : cell)])],
    };
}
