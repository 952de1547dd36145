using AzurePerf.Core.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class PeerHandshakeTests
{
    private static readonly byte[] Key = PeerHandshake.KeyOf("token", "run", 3, 1);
    private static readonly byte[] Greeting = PeerHandshake.Greeting([.. Enumerable.Range(0, 32).Select(number => (byte)number)]);
    private static readonly PeerRequest Request = new(PeerService.Drain, false, 2, 131_072, 2_000_000_000);
    private static readonly byte[] Answer = PeerHandshake.Answer(Key, Greeting, new byte[32], [.. Enumerable.Repeat((byte)7, 16)], Request);

    [Fact]
    public void Both_sides_that_know_the_key_prove_it()
    {
        Assert.True(PeerHandshake.IsGreeting(Greeting));
        Assert.True(PeerHandshake.Proves(Key, Greeting, Answer));
        Assert.True(PeerHandshake.TryReadRequest(Answer, out var request));
        Assert.Equal(Request, request);
        Assert.All([PeerHandshake.Accepted, PeerHandshake.Busy, PeerHandshake.Refused], verdict =>
            Assert.True(PeerHandshake.IsGenuine(Key, PeerHandshake.Verdict(Key, verdict, Greeting, Answer), Greeting, Answer)));
    }

    [Fact]
    public void No_bit_of_an_answer_can_be_changed()
    {
        for (var bit = 0; bit < 8 * Answer.Length; bit++)
        {
            var changed = Answer.ToArray();
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.False(PeerHandshake.Proves(Key, Greeting, changed));
        }
    }

    [Fact]
    public void A_verdict_cannot_be_turned_into_another_one()
    {
        var refused = PeerHandshake.Verdict(Key, PeerHandshake.Refused, Greeting, Answer);
        refused[0] = PeerHandshake.Accepted;
        Assert.False(PeerHandshake.IsGenuine(Key, refused, Greeting, Answer));
    }

    [Fact]
    public void An_answer_is_of_no_use_for_another_greeting_or_key()
    {
        Assert.False(PeerHandshake.Proves(Key, PeerHandshake.Greeting(new byte[32]), Answer));
        Assert.False(PeerHandshake.Proves(PeerHandshake.KeyOf("token", "run", 3, 2), Greeting, Answer));
    }

    [Theory]
    [InlineData("other", "run", 3, 1)]
    [InlineData("token", "ru", 3, 1)]
    [InlineData("token", "run", 4, 1)]
    [InlineData("token", "run", 3, 2)]
    public void Each_attempt_at_each_point_has_a_key_of_its_own(string token, string run, int point, int attempt) =>
        Assert.NotEqual(Key, PeerHandshake.KeyOf(token, run, point, attempt));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 5)]
    [InlineData(1, 2)]
    [InlineData(7, 0xff)]
    [InlineData(11, 0xff)]
    [InlineData(23, 0x7f)]
    public void A_request_that_no_point_makes_is_none(int place, byte value)
    {
        var bytes = new byte[PeerRequest.Length];
        Request.Write(bytes);
        Assert.True(PeerRequest.TryRead(bytes, out _));
        bytes[place] = value;
        Assert.False(PeerRequest.TryRead(bytes, out _));
        Assert.False(PeerRequest.TryRead(bytes.AsSpan(1), out _));
    }
}
