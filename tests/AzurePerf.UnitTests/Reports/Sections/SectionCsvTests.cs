using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Sections;

public sealed class SectionCsvTests
{
    [Fact]
    public void A_comparison_has_numbers_in_its_columns_of_numbers_and_an_empty_cell_where_there_is_none()
    {
        var (baseline, candidate) = (
            ComparedRuns.Of((1, ComparedPoints.Hundred), (2, [100, 101])),
            ComparedRuns.Of((1, [.. ComparedPoints.Hundred.Select(rate => 0.7 * rate)]), (2, [100, 101])));
        var compared = ComparedRuns.Compare(baseline, candidate);
        var group = new ComparedGroup(baseline.Experiment!, OperationMetrics.OperationRate, [compared], [baseline.Spec, candidate.Spec]);

        var lines = SectionCsv.Of(ComparisonDocument.Of(group, [], "").Sections[0].Tables[0]).Split('\n', StringSplitOptions.RemoveEmptyEntries);

        Assert.Equal("configuration,change,95 % CI low,95 % CI high,p,baseline ops/s,baseline n,run ops/s,run n,verdict", lines[0]);
        Assert.Matches("""^"[^"]*1 client",0\.7,0\.6\d+,0\.7\d+,""", lines[1]);
        Assert.Matches("""^"[^"]*2 clients",,,,,""", lines[2]);
        Assert.DoesNotContain('\'', lines[2]);
    }
}
