using System.Globalization;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Attacks;

/// <summary>10 GB in one file and in a thousand, a million files, 64 GB of memory: the program says when it passes its limit, by the clock that tests have.</summary>
public sealed class LargeBombTests
{
    private static readonly TimeSpan Promise = TimeSpan.FromSeconds(2);

    public static MatrixTheoryData<RunsAs, string> Bombs => new(CombinatorialRunsAsAttribute.IfAlike, Night.Values(["large-files", "memory"], "one-file", "many-files"));

    [Theory]
    [MemberData(nameof(Bombs))]
    public async Task A_bomb_is_ended_within_two_seconds_of_its_limit(RunsAs runsAs, string bomb)
    {
        using var room = new SandboxRoom(runsAs);
        File.Copy(TestPrograms.Attack, Path.Combine(room.Folder, "attack"));
        await using var guard = await SandboxGuard.StartAsync(room.Command, TestContext.Current.CancellationToken);

        var result = await guard.RunAsync(room.Request("attack", SandboxRoom.Limits, bomb, Limit(bomb)), TestContext.Current.CancellationToken);
        var ended = TimeProvider.System.GetTimestamp() * 1000.0 / TimeProvider.System.TimestampFrequency;

        Assert.Equal(SandboxEnd.OverLimit, result.End);
        Assert.StartsWith("at limit ", result.LogText, StringComparison.Ordinal);
        var late = TimeSpan.FromMilliseconds(ended - double.Parse(result.LogText.AsSpan(9), CultureInfo.InvariantCulture));
        TestContext.Current.TestOutputHelper?.WriteLine($"{late.TotalSeconds:F2} s after the limit: {result}");
        Assert.SkipWhen(late > Promise && IsBusy(), "the machine is too busy");
        Assert.InRange(late, TimeSpan.Zero, Promise);
    }

    private static string Limit(string bomb) => (bomb switch
    {
        "memory" => SandboxRoom.Limits.MemoryBytes,
        "many-files" => SandboxRoom.Limits.Files,
        _ => SandboxRoom.Limits.FolderBytes,
    }).ToString(CultureInfo.InvariantCulture);

    /// <summary>More than two programs a processor want to run.</summary>
    private static bool IsBusy() =>
        double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture) > 2 * Environment.ProcessorCount;
}
