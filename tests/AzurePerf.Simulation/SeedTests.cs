using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>
/// The simulation itself. AZUREPERF_SIM_SEED=N runs one seed; AZUREPERF_SIM_SEEDS=N, AZUREPERF_SIM_WIDE_SEEDS=N and AZUREPERF_SIM_PIPELINE_SEEDS=N run the first N of
/// those worlds instead of as many as every change can wait for; AZUREPERF_SIM_MINUTES=N runs new seeds of all three for so long; AZUREPERF_NIGHT=1 has larger values of
/// all of them; AZUREPERF_GOLDEN=write writes the list of cells and that of the seeds that cover it anew.
/// </summary>
public sealed class SeedTests(ITestOutputHelper output)
{
    private const string Minutes = "AZUREPERF_SIM_MINUTES";

    /// <summary>Seeds of every change beside those that cover the list of cells.</summary>
    private const int MoreSeeds = 10;

    /// <summary>In so many each cell of the list occurs; a change runs as few of them as it needs to see them all.</summary>
    private const int MostSeeds = 1_000;
    private const int NightMinutes = 10;

    /// <summary>In so many each arrow of a pipeline occurs.</summary>
    private const int PipelineSeeds = 40;
    private const int LeastTasks = 30;
    private const int LeastWideTasks = 105;
    private const int LeastFaults = 5;

    /// <summary>What happens to tasks that share a message, in one transaction: they are claimed, stored, given back.</summary>
    internal static readonly string[] BundleArrows = ["bundle: Ready > Running", "bundle: Running > Done", "bundle: Running > Ready"];

    internal const string PlannedWithTasks = "header: changed + stage: plan total";

    /// <summary>A stage that is planned with no tasks; its total stays 0, and nothing else of its run counts more.</summary>
    internal const string PlannedEmpty = "header: changed + stage: plan";

    [Fact]
    public void Every_rule_holds_in_every_seed_and_every_possible_fault_strikes_every_arrow()
    {
        if (Night.Asked("AZUREPERF_SIM_SEED") is { } seed)
        {
            Check(SeedSurvey.Run(seed, seed, threads: 1));
        }
        else
        {
            CheckFirst(Night.Asked("AZUREPERF_SIM_SEEDS") ?? (Night.IsOn ? MostSeeds : null));
        }
    }

    [Fact]
    public void Every_rule_holds_in_wide_worlds()
    {
        var seeds = Night.Size("AZUREPERF_SIM_WIDE_SEEDS", usually: 1, atNight: 8);
        var survey = SeedSurvey.Run(Enumerable.Range(1, seeds).Union(SabotageTests.SeedsOf(World.Wide)), Environment.ProcessorCount, world: World.Wide);
        output.WriteLine($"{survey.Seeds} wide seeds, {survey.Elapsed} of virtual time");
        Check(survey);
        Assert.True(survey.FewestTasks >= LeastWideTasks, $"a wide seed planned {survey.FewestTasks} tasks only");
    }

    [Fact]
    public void Every_rule_holds_where_stages_are_planned_late()
    {
        var seeds = Night.Size("AZUREPERF_SIM_PIPELINE_SEEDS", PipelineSeeds, atNight: 200);
        var survey = SeedSurvey.Run(Enumerable.Range(1, seeds).Union(SabotageTests.SeedsOf(World.Pipeline)), Environment.ProcessorCount, world: World.Pipeline);
        output.WriteLine($"{survey.Seeds} seeds with pipelines, {survey.Elapsed} of virtual time");
        Check(survey);
        if (seeds >= PipelineSeeds)
        {
            Assert.Empty(BundleArrows.Concat([PlannedWithTasks, PlannedEmpty]).Except(survey.Matrix.Arrows));
        }
    }

    [Fact]
    public void Every_rule_holds_in_new_seeds_as_long_as_time_is_granted()
    {
        var minutes = Night.Asked(Minutes) ?? (Night.IsOn ? NightMinutes : null);
        Assert.SkipWhen(minutes is null, $"{Minutes} grants no time");
        var first = (int)(TimeProvider.System.GetUtcNow().ToUnixTimeSeconds() % 1_000_000) * 1_000;
        foreach (var world in Enum.GetValues<World>())
        {
            CheckFor(first, TimeSpan.FromMinutes(minutes!.Value) / Enum.GetValues<World>().Length, world);
        }
    }

    private void CheckFirst(int? asked)
    {
        var most = asked ?? MostSeeds;
        int[] covering = asked is null && !PossibleCells.AreWritten ? [.. PossibleCells.CoveringSeeds.Union(SabotageTests.SeedsOf(World.Small))] : [];
        var least = covering.Length > 0 ? covering.Length + MoreSeeds : most;
        var survey = SeedSurvey.Run(
            covering.Union(Enumerable.Range(1, most)), Environment.ProcessorCount, enough: so => so.Seeds >= least && PossibleCells.MissingIn(so.Matrix).Length == 0);
        output.WriteLine($"{survey.Seeds} seeds, {covering.Length} of which cover every cell once or show a known fault\n{survey.Matrix}");
        Check(survey);
        Assert.True(survey.FewestTasks >= LeastTasks, $"a seed planned {survey.FewestTasks} tasks only");
        Assert.True(survey.FewestFaults >= LeastFaults, $"a seed had {survey.FewestFaults} faults only");
        if (most >= MostSeeds)
        {
            PossibleCells.Check(survey);
            Assert.Empty(BundleArrows.Except(survey.Matrix.Arrows));
        }
    }

    private void CheckFor(int first, TimeSpan duration, World world)
    {
        var time = TimeProvider.System;
        var began = time.GetTimestamp();
        var survey = SeedSurvey.Run(
            first, int.MaxValue, Environment.ProcessorCount, enough: so => so.Broken.Count > 0 || time.GetElapsedTime(began) > duration, world: world);
        output.WriteLine($"world {world}: {survey.Seeds} seeds from {first} on");
        Check(survey);
    }

    internal static void Check(SeedSurvey survey) =>
        Assert.True(survey.Broken.Count == 0, string.Join("\n\n", survey.Broken.OrderBy(outcome => outcome.Seed).Take(3).Select(outcome => outcome.Report())));
}
