using AzurePerf.Sql.Engines;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class ServerCountsTests
{
    private static readonly ServerCounts Before = new(100, 2, "monday");

    [Theory]
    [InlineData(40, 3, false, true)]
    [InlineData(50, 3, false, true)]
    [InlineData(51, 3, false, false)]
    [InlineData(50, 2, false, false)]
    [InlineData(50, 4, false, false)]
    [InlineData(50, 2, true, true)]
    [InlineData(50, 4, true, false)]
    [InlineData(51, 2, true, false)]
    public void Clients_see_no_more_commits_than_the_server_and_its_deadlocks_or_fewer_if_answers_were_lost(
        long commits, long deadlocks, bool answersLost, bool agree) =>
        Assert.Equal(agree, new ServerCounts(150, 5, "monday").Contradicts(Before, commits, deadlocks, answersLost) is null);

    [Fact]
    public void A_server_that_lost_its_counts_contradicts_nobody() =>
        Assert.Null(new ServerCounts(3, 0, "tuesday").Contradicts(Before, 50, 4, answersLost: false));

    [Fact]
    public void A_contradiction_says_both_sides() =>
        Assert.Equal(
            "the server counted 1 commit and 0 deadlocks, and the clients saw 1,200 and 1",
            new ServerCounts(101, 2, "monday").Contradicts(Before, 1_200, 1, answersLost: false));
}
