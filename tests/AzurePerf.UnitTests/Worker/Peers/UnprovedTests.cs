using AzurePerf.Worker.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Peers;

public sealed class UnprovedTests
{
    private readonly List<string> _ended = [];
    private readonly Unproved<string> _unproved;

    public UnprovedTests() => _unproved = new(places: 2, _ended.Add);

    [Fact]
    public void Who_comes_when_there_is_no_place_takes_that_of_the_oldest()
    {
        _unproved.Add("a");
        _unproved.Add("b");
        _unproved.Add("c");
        _unproved.Add("d");

        Assert.Equal(["a", "b"], _ended);
    }

    [Fact]
    public void Who_has_proved_itself_is_ended_for_nobody()
    {
        _unproved.Add("a");
        Assert.True(_unproved.Remove("a"));
        _unproved.Add("b");
        _unproved.Add("c");
        _unproved.Add("d");

        Assert.Equal(["b"], _ended);
        Assert.False(_unproved.Remove("b"));
    }
}
