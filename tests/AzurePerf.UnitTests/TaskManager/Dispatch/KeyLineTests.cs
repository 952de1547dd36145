using AzurePerf.TaskManager.Dispatch;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Dispatch;

public sealed class KeyLineTests
{
    private static readonly Dictionary<string, string> Nobody = [];

    [Fact]
    public void Of_runs_that_need_one_key_the_oldest_is_next_and_no_other() =>
        Assert.Equal(["old"], KeyLine.Next([("old", ["hosts", "a"]), ("young", ["hosts", "b"])], Nobody));

    [Fact]
    public void Runs_that_need_different_keys_are_next_together() =>
        Assert.Equal(["old", "young"], KeyLine.Next([("old", ["a"]), ("middle", ["a"]), ("young", ["b"])], Nobody));

    [Fact]
    public void While_another_run_holds_a_key_nobody_who_needs_it_is_next_and_nobody_waits_behind_them() =>
        Assert.Equal(["young"], KeyLine.Next([("old", ["hosts", "a"]), ("young", ["hosts"])], new Dictionary<string, string> { ["a"] = "other" }));

    [Fact]
    public void A_run_that_took_a_key_and_did_not_begin_is_next_before_an_older_one_that_waits_for_that_key() =>
        Assert.Equal(["young"], KeyLine.Next([("old", ["hosts", "a"]), ("young", ["hosts", "b"])], new Dictionary<string, string> { ["hosts"] = "young" }));
}
