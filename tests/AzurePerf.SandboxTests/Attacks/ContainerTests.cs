using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Attacks;

/// <summary>A worker that is root with the capabilities that containers have by default: none to trace, none to administer.</summary>
public sealed class ContainerTests
{
    private const string Capabilities =
        "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap";

    [Fact]
    public async Task The_proof_holds()
    {
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser, InContainer());

        Assert.Null((await room.ProveAsync()).Refusal);
    }

    public static TheoryData<(string Bomb, SandboxLimit Limit)> Bombs => Night.Cases(
        [
            ("deleted-files", SandboxLimit.FolderBytes),
            ("mapped-files", SandboxLimit.Unwatchable),
            ("leaderless-memory", SandboxLimit.Memory),
            ("fork-bomb", SandboxLimit.Processes),
        ],
        ("mapped-page", SandboxLimit.Unwatchable),
        ("leaderless-deleted", SandboxLimit.FolderBytes),
        ("memory-of-children", SandboxLimit.Memory),
        ("hide", SandboxLimit.Unwatchable));

    [Theory]
    [MemberData(nameof(Bombs))]
    public async Task A_bomb_is_ended_for_the_limit_it_breaks((string Bomb, SandboxLimit Limit) breaks)
    {
        var (bomb, limit) = breaks;
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser, InContainer());

        Assert.Equal(limit, (await room.AttackAsync(SandboxRoom.Limits, bomb)).Limit);
    }

    private static SandboxCommand InContainer()
    {
        Assert.SkipUnless(File.Exists(SandboxRoom.SetPriv), "setpriv is not installed: apt-get install util-linux");
        return new(SandboxRoom.SetPriv, ["--bounding-set", Capabilities, TestPrograms.Worker.FileName]);
    }
}
