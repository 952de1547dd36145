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

    [Theory]
    [InlineData("deleted-files", SandboxLimit.FolderBytes)]
    [InlineData("mapped-files", SandboxLimit.Unwatchable)]
    [InlineData("mapped-page", SandboxLimit.Unwatchable)]
    [InlineData("leaderless-deleted", SandboxLimit.FolderBytes)]
    [InlineData("leaderless-memory", SandboxLimit.Memory)]
    [InlineData("memory-of-children", SandboxLimit.Memory)]
    [InlineData("fork-bomb", SandboxLimit.Processes)]
    [InlineData("hide", SandboxLimit.Unwatchable)]
    public async Task A_bomb_is_ended_for_the_limit_it_breaks(string bomb, SandboxLimit limit)
    {
        using var room = new SandboxRoom(RunsAs.RootWithOwnUser, InContainer());

        Assert.Equal(limit, (await room.AttackAsync(SandboxRoom.Limits, bomb)).Limit);
    }

    private static SandboxCommand InContainer()
    {
        Assert.SkipUnless(File.Exists(SandboxRoom.SetPriv), "setpriv is not installed: apt-get install util-linux");
        return new(SandboxRoom.SetPriv, ["--bounding-set", Capabilities, TestPrograms.Worker.FileName]);
    }
}
