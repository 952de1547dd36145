using System.Globalization;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Attacks;

/// <summary>Kernels with an older Landlock: what it does not cover yet, the filter refuses.</summary>
public sealed class OlderKernelTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static MatrixTheoryData<RunsAs, int> Versions => new(CombinatorialRunsAsAttribute.IfAlike, [1, 2, 3, 4, 5]);

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Nothing_outside_the_folder_is_reached(RunsAs runsAs, int abi)
    {
        using var room = new SandboxRoom(runsAs);

        var result = await AttackAsync(room, abi, "reach", Environment.ProcessId.ToString(CultureInfo.InvariantCulture), room.Outside);

        Assert.DoesNotContain("REACHED", result.LogText, StringComparison.Ordinal);
        Assert.Contains("tried 68", result.LogText, StringComparison.Ordinal);
        Assert.Equal("the worker's", await File.ReadAllTextAsync(room.Outside, Cancelled));
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task No_process_outside_is_signalled_and_a_program_can_abort(RunsAs runsAs, int abi)
    {
        using var room = new SandboxRoom(runsAs);

        var attack = await AttackAsync(room, abi, "kill", Environment.ProcessId.ToString(CultureInfo.InvariantCulture));
        var abort = await AttackAsync(room, abi, "abort");

        Assert.Equal("tried 3\n", attack.LogText);
        Assert.Equal("The program was ended by SIGABRT.", abort.Sentence);
    }

    private static async Task<SandboxResult> AttackAsync(SandboxRoom room, int abi, params string[] arguments)
    {
        var program = Path.Combine(room.Folder, "attack");
        File.Copy(TestPrograms.Attack, program, overwrite: true);
        await using var guard = await SandboxGuard.StartAsync(room.Command, Cancelled);
        var result = await guard.RunAsync(room.Request(program, SandboxRoom.Limits, arguments) with { NewestLandlockAbi = abi }, Cancelled);
        TestContext.Current.TestOutputHelper?.WriteLine(result.ToString());
        return result;
    }
}
