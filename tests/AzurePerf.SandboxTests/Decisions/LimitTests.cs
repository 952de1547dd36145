using AzurePerf.Sandbox.Guard;
using AzurePerf.Sandbox.Programs;
using AzurePerf.SandboxTests.Programs;

namespace AzurePerf.SandboxTests.Decisions;

public sealed class LimitTests
{
    private static readonly SandboxLimits Limits = SandboxRoom.Limits;
    private static readonly SandboxUsage AtLimits = new(Limits.MemoryBytes, Limits.FolderBytes, Limits.Files, Limits.Processes, Limits.WallTime, false);

    public static TheoryData<int, SandboxLimit> OverEach => new()
    {
        { 0, SandboxLimit.Memory },
        { 1, SandboxLimit.FolderBytes },
        { 2, SandboxLimit.Files },
        { 3, SandboxLimit.Processes },
        { 4, SandboxLimit.Unwatchable },
        { 5, SandboxLimit.FreeSpace },
        { 6, SandboxLimit.WallTime },
    };

    [Fact]
    public void A_program_may_use_as_much_as_its_limits() => Assert.Null(LimitWatch.Judge(AtLimits, Limits));

    [Theory]
    [MemberData(nameof(OverEach))]
    public void One_more_is_over_the_limit(int which, SandboxLimit limit)
    {
        SandboxUsage[] over =
        [
            AtLimits with { MemoryBytes = Limits.MemoryBytes + 1 },
            AtLimits with { FolderBytes = Limits.FolderBytes + 1 },
            AtLimits with { Files = Limits.Files + 1 },
            AtLimits with { Processes = Limits.Processes + 1 },
            AtLimits with { IsHidden = true },
            AtLimits with { IsSpaceShort = true },
            AtLimits with { WallTime = Limits.WallTime + TimeSpan.FromTicks(1) },
        ];

        Assert.Equal(limit, LimitWatch.Judge(over[which], Limits));
    }

    [Theory]
    [InlineData(0, SandboxEnd.Exited, 0, null)]
    [InlineData(7 << 8, SandboxEnd.Exited, 7, null)]
    [InlineData(9, SandboxEnd.Signalled, 9, null)]
    [InlineData(11 | 0x80, SandboxEnd.Signalled, 11, null)]
    [InlineData(24, SandboxEnd.OverLimit, 0, SandboxLimit.ProcessorTime)]
    [InlineData(25, SandboxEnd.OverLimit, 0, SandboxLimit.FolderBytes)]
    public void The_wait_status_says_how_a_program_ended(int status, SandboxEnd end, int code, SandboxLimit? limit) => Assert.Equal(
        new(end, code, limit), ProgramEnd.Of(status, null, false, default, TimeSpan.Zero, Limits));

    [Fact]
    public void A_killed_program_that_used_its_processor_time_was_over_that_limit() => Assert.Equal(
        SandboxLimit.ProcessorTime, ProgramEnd.Of(9, null, false, default, Limits.ProcessorTime, Limits).Limit);

    [Fact]
    public void A_program_that_failed_with_its_folder_full_was_over_that_limit() => Assert.Equal(
        SandboxLimit.FolderBytes, ProgramEnd.Of(153 << 8, null, false, AtLimits, TimeSpan.Zero, Limits).Limit);

    [Fact]
    public void A_program_that_ended_well_over_a_limit_between_two_looks_was_over_it() => Assert.Equal(
        SandboxLimit.Files, ProgramEnd.Of(0, null, false, AtLimits with { Files = Limits.Files + 1 }, TimeSpan.Zero, Limits).Limit);

    [Fact]
    public void A_limit_counts_more_than_a_cancellation_and_that_more_than_a_signal()
    {
        Assert.Equal(SandboxEnd.OverLimit, ProgramEnd.Of(9, SandboxLimit.Memory, true, default, TimeSpan.Zero, Limits).End);
        Assert.Equal(SandboxEnd.Cancelled, ProgramEnd.Of(9, null, true, default, TimeSpan.Zero, Limits).End);
    }

    [Theory]
    [InlineData(SandboxLimit.Memory)]
    [InlineData(SandboxLimit.FolderBytes)]
    [InlineData(SandboxLimit.Files)]
    [InlineData(SandboxLimit.Processes)]
    [InlineData(SandboxLimit.ProcessorTime)]
    [InlineData(SandboxLimit.WallTime)]
    [InlineData(SandboxLimit.Unwatchable)]
    [InlineData(SandboxLimit.FreeSpace)]
    public void Every_limit_has_a_sentence_of_its_own(SandboxLimit limit) => Assert.Single(
        Enum.GetValues<SandboxLimit>(), other => Sentence(other) == Sentence(limit));

    [Theory]
    [InlineData(60_000, 1, false)]
    [InlineData(60_001, 4, true)]
    [InlineData(65_530, 3, true)]
    [InlineData(65_530, 4, false)]
    [InlineData(65_534, 1, false)]
    [InlineData(65_536, 1, false)]
    [InlineData(100_000, 64, true)]
    [InlineData(70_000, 0, false)]
    public void Users_are_above_those_of_people_and_never_nobody(uint first, int slots, bool isFine) =>
        Assert.Equal(isFine, SandboxUsers.WhyNot(first, slots) is null);

    private static string Sentence(SandboxLimit limit) => new SandboxResult { End = SandboxEnd.OverLimit, Limit = limit }.Sentence;
}
