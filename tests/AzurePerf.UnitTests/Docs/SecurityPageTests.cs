using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class SecurityPageTests
{
    [Fact]
    public void The_page_says_how_much_a_host_takes_and_a_run_makes()
    {
        var page = File.ReadAllText(RepositoryFolder.PathOf("SECURITY.md"));

        Assert.Contains($"No host takes more than {AzurePerfHost.LargestBodyBytes >> 10} KiB, but a program of at most {PackageLimits.ZippedBytes >> 20} MiB", page, StringComparison.Ordinal);
        Assert.Contains($"A run request has at most {SpecLimits.BodyBytes >> 10} KiB and makes at most {NumberFormat.Count(SpecLimits.Points)} points, a series {NumberFormat.Count(SpecLimits.SeriesPoints)}.", page, StringComparison.Ordinal);
        Assert.Contains($"at most {NumberFormat.Count(StagePlan.MostTasks)} a stage", page, StringComparison.Ordinal);
    }
}
