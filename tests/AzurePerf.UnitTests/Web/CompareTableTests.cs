using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.Web.Comparisons;
using Xunit;
using ComparedRuns = AzurePerf.UnitTests.Comparisons.ComparedRuns;

namespace AzurePerf.UnitTests.Web;

public sealed class CompareTableTests
{
    [Fact]
    public void Runs_of_which_one_alone_lists_a_factor_stand_together_at_its_default_by_the_name_that_says_it()
    {
        var baseline = ComparedRuns.Of((1, ComparedPoints.Hundred), (4, ComparedPoints.Hundred)).With("datasetEntities", new JsonArray(0));
        MeasuredRun[] candidates = [baseline, ComparedRuns.WithDataset((1, 1_000), (4, 0))];
        var group = new ComparedGroup(
            baseline.Experiment!, OperationMetrics.OperationRate, [.. candidates.Select(candidate => ComparedRuns.Compare(baseline, candidate))],
            [baseline.Spec, .. candidates.Select(candidate => candidate.Spec)]);

        var groups = CompareTable.Of(group).Groups;

        Assert.Equal([1, 2], groups.Select(one => one.Rows.Count));
        Assert.Contains("datasetEntities 0", groups[1].Levels, StringComparison.Ordinal);
        Assert.DoesNotContain("datasetEntities", groups[0].Levels, StringComparison.Ordinal);
    }
}
