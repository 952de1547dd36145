using AzurePerf.Core.Measurements;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class HopelessClientsTests
{
    [Fact]
    public void Clients_that_gave_up_and_those_without_success_are_named()
    {
        var clients = Enumerable.Range(0, 64).Select(number => Client(number, 0, 100, completed: number is 7 or >= 40 ? 0 : 10) with
        {
            Failed = number is 7 or >= 40 ? 1_000 : 0,
            End = number >= 40 ? ClientEnd.GaveUp : ClientEnd.Duration,
        });

        Assert.Equal(
            ["24 of 64 clients gave up after too many failures in a row: numbers 40 to 63, from 0", "1 of 64 clients had no success: number 7, from 0"],
            ReasonsOf([.. clients]));
    }

    [Fact]
    public void Of_a_point_without_any_success_no_client_is_named() =>
        Assert.Empty(ReasonsOf(Client(0, 0, 1, completed: 0) with { Failed = 3 }, Client(1, 0, 1, completed: 0) with { Failed = 3 }));

    [Fact]
    public void A_client_that_failed_now_and_then_is_none_of_them() =>
        Assert.Empty(ReasonsOf(Client(0, 0, 1, completed: 1) with { Failed = 3 }, Client(1, 0, 1, completed: 3)));

    private static IEnumerable<string> ReasonsOf(params ClientMeasurement[] clients) =>
        PointSummariser.Summarise(Observed(clients)).Reasons.Where(reason => reason.Flag == PointFlag.OperationsFailed).Select(reason => reason.Text);
}
