using System.Globalization;
using AzurePerf.Simulation.Faults;
using Xunit;

namespace AzurePerf.Simulation;

/// <summary>
/// The simulation itself. AZUREPERF_SIM_SEED=N runs one seed; AZUREPERF_SIM_MINUTES=N runs new seeds for so long; AZUREPERF_SIM_SEEDS=N the first N instead of
/// 1,000, AZUREPERF_SIM_WIDE_SEEDS=N and AZUREPERF_SIM_PIPELINE_SEEDS=N the first N of those worlds; AZUREPERF_GOLDEN=write writes the list
/// of cells anew.
/// </summary>
public sealed class SeedTests(ITestOutputHelper output)
{
    private const int Seeds = 1_000;
    private const int WideSeeds = 8;
    private const int PipelineSeeds = 200;
    private const int LeastTasks = 30;
    private const int LeastWideTasks = 105;
    private const int LeastFaults = 5;

    [Fact]
    public void Every_rule_holds_in_every_seed_and_every_possible_fault_strikes_every_arrow()
    {
        if (Number("AZUREPERF_SIM_SEED") is { } seed)
        {
            Check(SeedSurvey.Run(seed, seed, threads: 1));
        }
        else if (Number("AZUREPERF_SIM_MINUTES") is { } minutes)
        {
            CheckFor(TimeSpan.FromMinutes(minutes));
        }
        else
        {
            CheckFirst(Number("AZUREPERF_SIM_SEEDS") ?? Seeds);
        }
    }

    [Fact]
    public void Every_rule_holds_in_wide_worlds()
    {
        var seeds = Number("AZUREPERF_SIM_WIDE_SEEDS") ?? WideSeeds;
        var survey = SeedSurvey.Run(1, seeds, Environment.ProcessorCount, world: World.Wide);
        output.WriteLine($"{survey.Seeds} wide seeds, {survey.Elapsed} of virtual time");
        Check(survey);
        Assert.True(survey.FewestTasks >= LeastWideTasks, $"a wide seed planned {survey.FewestTasks} tasks only");
    }

    [Fact]
    public void Every_rule_holds_where_stages_are_planned_late()
    {
        var survey = SeedSurvey.Run(1, Number("AZUREPERF_SIM_PIPELINE_SEEDS") ?? PipelineSeeds, Environment.ProcessorCount, world: World.Pipeline);
        output.WriteLine($"{survey.Seeds} seeds with pipelines, {survey.Elapsed} of virtual time");
        Check(survey);
    }

    private void CheckFirst(int seeds)
    {
        var survey = SeedSurvey.Run(1, seeds, Environment.ProcessorCount);
        output.WriteLine(survey.Matrix.ToString());
        Check(survey);
        Assert.True(survey.FewestTasks >= LeastTasks, $"a seed planned {survey.FewestTasks} tasks only");
        Assert.True(survey.FewestFaults >= LeastFaults, $"a seed had {survey.FewestFaults} faults only");
        if (seeds == Seeds)
        {
            PossibleCells.Check(survey.Matrix);
        }
    }

    private void CheckFor(TimeSpan duration)
    {
        var time = TimeProvider.System;
        var began = time.GetTimestamp();
        var first = (int)(time.GetUtcNow().ToUnixTimeSeconds() % 1_000_000) * 1_000;
        output.WriteLine($"first seed {first}");
        var survey = SeedSurvey.Run(first, int.MaxValue, Environment.ProcessorCount, enough: so => so.Broken.Count > 0 || time.GetElapsedTime(began) > duration);
        output.WriteLine($"{survey.Seeds} seeds done");
        Check(survey);
    }

    private static void Check(SeedSurvey survey) =>
        Assert.True(survey.Broken.Count == 0, string.Join("\n\n", survey.Broken.OrderBy(outcome => outcome.Seed).Take(3).Select(outcome => outcome.Report())));

    private static int? Number(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;
}
