using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class SampleRequestsTests
{
    private const string Folder = "docs/samples";

    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(RepositoryFolder.PathOf(Folder), "*.json").Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal)];

    [Theory]
    [MemberData(nameof(Files))]
    public void A_sample_is_accepted_and_can_be_planned(string file)
    {
        var reading = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "east_us"), new SeededIdSource(1)).Read(File.ReadAllBytes(PathOf(file)));

        Assert.Empty(reading.Faults);
        Assert.NotEmpty(RunPlanner.Plan(Shipped.Experiments.Find(reading.Spec!.Experiment)!, reading.Spec).Points);
    }

    [Fact]
    public void The_criteria_of_a_sample_can_be_told()
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(1)).Read(File.ReadAllBytes(PathOf("criteria.json"))).Spec!;

        Assert.NotEmpty(spec.FailIf!);
        Assert.Empty(CriteriaNotes.Of(Shipped.Experiments.Find(spec.Experiment)!, spec));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void The_samples_page_says_how_many_points_a_sample_makes(string file)
    {
        var spec = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default", "east_us"), new SeededIdSource(1)).Read(File.ReadAllBytes(PathOf(file))).Spec!;
        var points = RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec).Points.Count;

        Assert.Contains($"| [{file}]({file}) | {points} |", File.ReadAllText(PathOf("README.md")));
    }

    private static string PathOf(string file) => RepositoryFolder.PathOf($"{Folder}/{file}");
}
