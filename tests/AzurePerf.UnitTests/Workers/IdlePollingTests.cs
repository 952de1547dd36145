using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class IdlePollingTests
{
    private readonly IdlePolling _polling = new(TimeSpan.FromSeconds(30), quickLooks: 30);

    [Fact]
    public void For_three_seconds_after_work_every_look_follows_after_a_tenth_of_a_second() =>
        Assert.All(Pauses(30), pause => Assert.Equal(TimeSpan.FromMilliseconds(100), pause));

    [Fact]
    public void Then_the_pauses_double_up_to_the_longest()
    {
        Pauses(30);

        Assert.Equal([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30], Pauses(10).Select(pause => pause.TotalSeconds));
        Assert.All(Pauses(5_000), pause => Assert.Equal(TimeSpan.FromSeconds(30), pause));
    }

    [Fact]
    public void Work_makes_the_next_looks_quick_again()
    {
        Pauses(40);

        _polling.Worked();

        Assert.Equal(TimeSpan.FromMilliseconds(100), _polling.NextPause());
    }

    [Fact]
    public void No_pause_is_longer_than_the_longest_even_when_that_is_short() =>
        Assert.Equal(TimeSpan.FromMilliseconds(20), new IdlePolling(TimeSpan.FromMilliseconds(20), quickLooks: 30).NextPause());

    private TimeSpan[] Pauses(int count) => [.. Enumerable.Range(0, count).Select(_ => _polling.NextPause())];
}
