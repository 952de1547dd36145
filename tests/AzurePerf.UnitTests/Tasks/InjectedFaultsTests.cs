using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class InjectedFaultsTests
{
    private static readonly InjectedFaults Two = Read(("BlobReadFailed", "0.02"), ("usercodeerror", "0.1"));

    [Fact]
    public void The_same_execution_always_draws_the_same_and_another_attempt_draws_anew()
    {
        var half = Read(("ServerBusy", "0.5"));
        var draws = Enumerable.Range(1, 200).Select(attempt => half.CauseOf(1, 10, 0, attempt)).ToArray();

        Assert.Equal(draws, Enumerable.Range(1, 200).Select(attempt => Read(("ServerBusy", "0.5")).CauseOf(1, 10, 0, attempt)));
        Assert.InRange(draws.Count(cause => cause is null), 70, 130);
        Assert.NotEqual(draws, Enumerable.Range(1, 200).Select(attempt => half.CauseOf(2, 10, 0, attempt)));
        Assert.NotEqual(draws, Enumerable.Range(1, 200).Select(attempt => half.CauseOf(1, 11, 0, attempt)));
        Assert.NotEqual(draws, Enumerable.Range(1, 200).Select(attempt => half.CauseOf(1, 10, 1, attempt)));
    }

    [Fact]
    public void Causes_are_drawn_at_their_rates()
    {
        var draws = Enumerable.Range(0, 100_000).Select(task => Two.CauseOf(1, 10, task, 1)).CountBy(cause => cause ?? FailureCause.Cancelled).ToDictionary();

        // Five standard deviations of a count of 2,000 and of 10,000.
        Assert.Equal(3, draws.Count);
        Assert.InRange(draws[FailureCause.BlobReadFailed], 1_778, 2_222);
        Assert.InRange(draws[FailureCause.UserCodeError], 9_525, 10_475);
    }

    [Fact]
    public void A_rate_of_1_leaves_nothing_alone_and_none_everything()
    {
        Assert.All(Enumerable.Range(0, 1_000), task => Assert.Equal(FailureCause.OutOfDisk, Read(("OutOfDisk", "1")).CauseOf(1, 10, task, 1)));
        Assert.All(Enumerable.Range(0, 1_000), task => Assert.Null(InjectedFaults.None.CauseOf(1, 10, task, 1)));
    }

    [Theory]
    [InlineData("UserCodeError", 3)]
    [InlineData("BlobReadFailed", 6)]
    [InlineData("TimedOut", 4)]
    [InlineData("InputUnreadable", 1)]
    [InlineData("AlreadyExists", 1)]
    public void A_task_ends_as_often_as_the_budget_of_its_cause_allows(string cause, int ends) =>
        Assert.Equal(Enumerable.Repeat(Enum.Parse<FailureCause>(cause), ends), Read((cause, "1")).EndsOf(1, 10, 0));

    [Fact]
    public void Every_cause_of_Table_2_and_user_code_error_can_be_injected_and_none_that_only_the_engine_finds()
    {
        Assert.All(FailureTaxonomy.Rows.Where(row => row.IsPublished || row.Cause == FailureCause.UserCodeError), row => Assert.True(Read((row.Cause.ToString(), "1")).Any));
        Assert.All(
            new[] { FailureCause.WorkerLost, FailureCause.Preempted, FailureCause.SelfStopped, FailureCause.MissedStart, FailureCause.GangStopped, FailureCause.PrepareTimedOut, FailureCause.UndecodableMessage, FailureCause.Cancelled },
            cause =>
            {
                Assert.StartsWith($"has no cause '{cause}'; it has UnknownFailure, NullLog, ", Assert.Throws<FormatException>(() => Read((cause.ToString(), "1"))).Message, StringComparison.Ordinal);
                Assert.Throws<ArgumentOutOfRangeException>(() => new ExecutionEndedException(cause, "no"));
            });
    }

    [Theory]
    [InlineData("3", "0.1", "has no cause '3'; it has ")]
    [InlineData("BlobReadFailed", "1.01", "has a rate for BlobReadFailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed", "-0.1", "has a rate for BlobReadFailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed", "NaN", "has a rate for BlobReadFailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed", "often", "has a rate for BlobReadFailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed", null, "has a rate for BlobReadFailed that is none from 0 to 1")]
    [InlineData("BlobReadFailed", "0.95", "add up to 1.05; 1 is the most")]
    public void What_is_wrong_is_told_in_one_sentence(string name, string? rate, string sentence) =>
        Assert.StartsWith(sentence, Assert.Throws<FormatException>(() => InjectedFaults.Read([new("UserCodeError", "0.1"), new(name, rate)])).Message, StringComparison.Ordinal);

    [Fact]
    public void Rates_that_are_1_but_for_rounding_are_taken() =>
        Assert.True(InjectedFaults.Read(Enumerable.Repeat("0.05", 20).Zip(Enum.GetValues<FailureCause>().Where(ExecutionEndedException.MayName).Select(cause => cause.ToString()), (rate, name) => KeyValuePair.Create<string, string?>(name, rate))).Any);

    [Fact]
    public void The_kind_of_machine_says_that_its_worker_injects_faults()
    {
        Assert.Equal(("local+faults", "local"), (Two.SkuOf("local"), InjectedFaults.None.SkuOf("local")));
        Assert.Equal((true, false), (InjectedFaults.AreIn("local+faults"), InjectedFaults.AreIn("local")));
        Assert.Equal("BlobReadFailed 0.02, UserCodeError 0.1", Two.ToString());
    }

    private static InjectedFaults Read(params (string Name, string Rate)[] rates) =>
        InjectedFaults.Read(rates.Select(rate => KeyValuePair.Create<string, string?>(rate.Name, rate.Rate)));
}
