using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using AzurePerf.Simulation.Faults;
using Xunit.MicrosoftTestingPlatform;
using Xunit.Runner.InProc.SystemConsole;

namespace AzurePerf.Simulation;

/// <summary>
/// Replays one seed with <c>--seed N</c>, and with <c>--all</c> prints every event; surveys many with <c>--seeds FIRST LAST</c>;
/// <c>--wide</c>, <c>--pipeline</c> or <c>--bundles</c> before either takes another world; tries a sabotage with <c>--sabotage NAME FIRST LAST</c>; otherwise
/// runs the tests as any test project does.
/// </summary>
internal static class Program
{
    public static Task<int> Main(string[] args) => args switch
    {
        ["--sabotage", var sabotage, var first, var last] => Task.FromResult(Tell(SabotageTests.Survey(sabotage, NumberOf(first), NumberOf(last)))),
        ["--wide", .. var rest] => MainAsync(rest, World.Wide),
        ["--pipeline", .. var rest] => MainAsync(rest, World.Pipeline),
        ["--bundles", .. var rest] => MainAsync(rest, World.Bundles),
        _ => MainAsync(args, World.Small),
    };

    private static Task<int> MainAsync(string[] args, World world) => args switch
    {
        ["--seed", var seed, .. var rest] => Task.FromResult(Replay(NumberOf(seed), world, rest.Contains("--all"))),
        ["--seeds", var first, var last] => Task.FromResult(Survey(NumberOf(first), NumberOf(last), world)),
        _ when args.Contains("--server") || args.Contains("--internal-msbuild-node") =>
            TestPlatformTestFramework.RunAsync(args, SelfRegisteredExtensions.AddSelfRegisteredExtensions),
        _ => ConsoleRunner.Run(args),
    };

    private static int NumberOf(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    [SuppressMessage("ApiDesign", "RS0030", Justification = "A command for people: it prints")]
    private static int Replay(int seed, World world, bool all)
    {
        var outcome = new Simulation(seed, null, world) { Listener = all ? Console.WriteLine : null }.Run();
        Console.WriteLine(outcome.Broken is null
            ? $"seed {seed} holds: {outcome.Tasks} tasks, {outcome.Executions} executions, {outcome.Faults} faults, {outcome.Elapsed.TotalSeconds:0} s, {outcome.Steps} steps, digest {outcome.Digest:x}"
            : outcome.Report());
        return outcome.Broken is null ? 0 : 1;
    }

    /// <summary>Runs many seeds on all cores and says which rules were broken how often.</summary>
    [SuppressMessage("ApiDesign", "RS0030", Justification = "A command for people: it prints")]
    private static int Survey(int first, int last, World world)
    {
        var began = TimeProvider.System.GetTimestamp();
        var survey = SeedSurvey.Run(first, last, Environment.ProcessorCount, world: world);
        Console.WriteLine(survey.Matrix);
        var exitCode = Tell(survey);
        Console.WriteLine($"{last - first + 1} seeds, {survey.Broken.Count} broken, {TimeProvider.System.GetElapsedTime(began).TotalSeconds:0.0} s");
        Console.WriteLine($"fewest faults {survey.FewestFaults}, fewest tasks {survey.FewestTasks}, steps {survey.Steps}, virtual {survey.Elapsed}");
        return exitCode;
    }

    [SuppressMessage("ApiDesign", "RS0030", Justification = "A command for people: it prints")]
    private static int Tell(SeedSurvey survey)
    {
        foreach (var rule in survey.Broken.GroupBy(outcome => outcome.Broken!.Rule))
        {
            Console.WriteLine($"{rule.Key}: {rule.Count()} seeds, such as {string.Join(", ", rule.Select(outcome => outcome.Seed).Order().Take(8))}: {rule.MinBy(outcome => outcome.Seed)!.Broken}");
        }

        return survey.Broken.Count == 0 ? 0 : 1;
    }
}
