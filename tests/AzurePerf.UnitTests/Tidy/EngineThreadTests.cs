using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

/// <summary>The simulation runs whole hosts on one thread and under its own clock: engine code that leaves either could not be replayed.</summary>
public sealed partial class EngineThreadTests
{
    private static readonly string[] Engine = [.. SourceTree.Projects.Where(project => project.StartsWith("AzurePerf.Core", StringComparison.Ordinal)).Select(project => $"src/{project}"), "src/AzurePerf.Storage", "src/AzurePerf.TaskManager", "src/AzurePerf.Worker"];

    /// <summary>What makes and answers load: its threads are what is measured.</summary>
    private static readonly string[] MeasuresItself = ["src/AzurePerf.Worker/Execution/", "src/AzurePerf.Worker/Peers/"];

    [Fact]
    public void The_engine_never_leaves_the_scheduler_it_was_started_on() => Assert.Empty(
        Engine.SelectMany(folder => SourceTree.Files(folder, ".cs"))
            .Where(file => !MeasuresItself.Any(folder => file.Path.StartsWith(folder, StringComparison.Ordinal)))
            .SelectMany(file => Escape().Matches(file.Text).Select(match => $"{file.Path}: {match.Value}")));

    // What awaits with options must say ContinueOnCapturedContext; CancelAfter and plain timers run on the machine's clock.
    [GeneratedRegex(
        @"\bTask\.Run\b|\bTask\.Factory\b|\bThreadPool\b|\bnew Thread\(|\.ContinueWith\(|\bParallel\.|\.CancelAsync\(\)|\.CancelAfter\(|\bnew Timer\(|: BackgroundService\b|\bSemaphoreSlim\b|\.ConfigureAwait\((?!ConfigureAwaitOptions\.SuppressThrowing \| ConfigureAwaitOptions\.ContinueOnCapturedContext)")]
    private static partial Regex Escape();
}
