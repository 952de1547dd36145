using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class PassedMessagesTests
{
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    [Fact]
    public void A_message_is_hidden_for_the_shortest_time_and_for_less_than_a_pause_more()
    {
        var passed = new PassedMessages(Shortest, Pause);

        Assert.All(Enumerable.Range(0, 10_000).Select(_ => passed.NextHiding()), hiding => Assert.InRange(hiding, Shortest, Shortest + Pause));
    }

    /// <summary>Two workers look every five seconds, one so much of that after the other. The other one may not take the message, and hides it when it looks.</summary>
    [Fact]
    public void Whoever_may_take_it_gets_it_soon_however_shortly_after_the_other_it_looks() => Assert.All(
        Enumerable.Range(2, 97).Select(percent => 0.01 * percent),
        later =>
        {
            var (passed, deliveries) = (new PassedMessages(Shortest, Pause), 1);
            while (AfterTheLook(passed.NextHiding()) > later)
            {
                deliveries++;
            }

            Assert.InRange(deliveries, 1, (3 / later) + 1);
        });

    /// <summary>Where in the pause after a look of the one that hides it a message comes back, 0 to 1.</summary>
    private static double AfterTheLook(TimeSpan hidden) => hidden.TotalSeconds % Pause.TotalSeconds / Pause.TotalSeconds;
}
