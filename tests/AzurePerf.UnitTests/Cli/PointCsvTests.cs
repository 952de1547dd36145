using AzurePerf.Cli.Runs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class PointCsvTests
{
    private const string Parameters = """{"entityBytes":[1024],"partitions":[1],"clients":[1,4],"operationsPerClient":20}""";

    [Fact]
    public void Every_point_is_one_line_with_every_figure()
    {
        var measured = SampleRuns.WithFailures(SampleRuns.GeneratorBound(SampleRuns.Summary(1, 20, 12.34, 1024, PointFlag.SampleTooSmall)), OperationOutcome.Conflict, 1, "=EntityAlreadyExists, \"again\"");
        var text = PointCsv.Render(
            SampleRuns.Run("table.insert", Parameters),
            SampleRuns.Points(
                SampleRuns.Failed(2, 1, """{"entityBytes":1024,"partitions":1,"clients":4}""", "=HYPERLINK(\"http://example.org\")"),
                SampleRuns.Measured(1, 1, """{"entityBytes":1024,"partitions":1,"clients":1}""", measured)));
        GoldenFile.Check("cli-points-csv.txt", text);
    }

    [Fact]
    public void A_text_stands_in_quotes_in_a_column_of_its_own_and_is_never_a_number_or_a_formula()
    {
        var text = PointCsv.Render(
            SampleRuns.Run("text.stages", """{"area":"polygon 8 47, \"9\" 47","from":"=5","other":"7"}"""),
            SampleRuns.Points(SampleRuns.Measured(1, 1, "{}", SampleRuns.Summary(1, 20, 12.34, 1024))));

        Assert.Contains(",parameters.area,parameters.from,parameters.other,", text, StringComparison.Ordinal);
        Assert.Contains(",\"polygon 8 47, \"\"9\"\" 47\",'=5,7,", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Lines_have_as_many_cells_as_the_heading()
    {
        var text = PointCsv.Render(
            SampleRuns.Run("table.insert", Parameters),
            SampleRuns.Points(
                SampleRuns.Failed(1, 1, """{"entityBytes":1024,"partitions":1,"clients":4}""", "gone"),
                SampleRuns.Measured(2, 1, """{"entityBytes":1024,"partitions":1,"clients":1}""", SampleRuns.Summary(1, 20, 12.34, 1024))));
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(3, lines.Length);
        Assert.Single(lines.Select(line => line.Split(',').Length).Distinct());
    }
}
