using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class FailureTaxonomyTests
{
    public static TheoryData<FailureCause> Causes => [.. Enum.GetValues<FailureCause>()];

    [Fact]
    public void Every_cause_has_one_row_in_the_order_of_the_enumeration() =>
        Assert.Equal(Enum.GetValues<FailureCause>(), FailureTaxonomy.Rows.Select(row => row.Cause));

    [Fact]
    public void Labels_are_words_for_people_and_none_stands_twice()
    {
        Assert.All(FailureTaxonomy.Rows, row => Assert.Matches("^[a-zV][a-zA-Z -]+$", row.Label));
        Assert.Equal(FailureTaxonomy.Rows.Count, FailureTaxonomy.Rows.Select(row => row.Label).Distinct().Count());
    }

    [Fact]
    public void Every_class_has_one_policy()
    {
        var policies = FailureTaxonomy.Rows.Select(row => row.Policy).Distinct().ToArray();

        Assert.Equal(Enum.GetValues<FailureClass>(), policies.Select(policy => policy.Class).Order());
    }

    [Theory]
    [InlineData(FailureClass.TransientStorage, 5, RetryDelay.Growing, true)]
    [InlineData(FailureClass.TimedOut, 3, RetryDelay.AtOnceElsewhere, true)]
    [InlineData(FailureClass.WorkerLost, 5, RetryDelay.AtOnce, true)]
    [InlineData(FailureClass.Preempted, 20, RetryDelay.AtOnce, false)]
    [InlineData(FailureClass.UserCode, 2, RetryDelay.AtOnce, true)]
    [InlineData(FailureClass.BadInput, 0, RetryDelay.None, true)]
    [InlineData(FailureClass.Cancelled, 0, RetryDelay.None, false)]
    [InlineData(FailureClass.Reused, 0, RetryDelay.None, false)]
    public void The_policies_are_those_of_the_engine(FailureClass failureClass, int budget, RetryDelay delay, bool charged) => Assert.Equal(
        new FailurePolicy(failureClass, budget, delay, charged),
        FailureTaxonomy.Rows.First(row => row.Policy.Class == failureClass).Policy);

    [Fact]
    public void Every_outcome_of_an_operation_but_success_is_one_cause()
    {
        var outcomes = FailureTaxonomy.Rows.SelectMany(row => row.Outcomes).ToArray();

        Assert.Equal(Enum.GetValues<OperationOutcome>().Where(outcome => outcome != OperationOutcome.Ok), outcomes.Order());
        Assert.All(FailureTaxonomy.Rows, row => Assert.All(row.Outcomes, outcome => Assert.Equal(row.Cause, FailureTaxonomy.CauseOf(outcome))));
        Assert.Throws<ArgumentOutOfRangeException>(() => FailureTaxonomy.CauseOf(OperationOutcome.Ok));
    }

    [Fact]
    public void What_exists_already_is_reused_and_never_counted_as_a_failure()
    {
        Assert.Equal(FailureClass.Reused, FailureTaxonomy.ClassOf(FailureCause.AlreadyExists));
        Assert.Equal(new TaskFailures(), new TaskFailures().Plus(FailureCause.AlreadyExists));
    }

    [Theory]
    [MemberData(nameof(Causes))]
    public void A_failure_is_counted_in_its_class_alone(FailureCause cause)
    {
        var counts = new TaskFailures().Plus(cause);
        var own = FailureTaxonomy.ClassOf(cause);

        Assert.All(Enum.GetValues<FailureClass>(), other => Assert.Equal(
            other == own && own is not (FailureClass.Cancelled or FailureClass.Reused) ? 1 : 0,
            counts.CountOf(other)));
    }

    [Fact]
    public void A_number_that_is_no_cause_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => FailureTaxonomy.Of((FailureCause)1_000));
}
