using AzurePerf.Worker.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Peers;

public sealed class UnauthenticatedConnectionsTests
{
    private readonly List<string> _ended = [];
    private readonly UnauthenticatedConnections<string> _unauthenticated;

    public UnauthenticatedConnectionsTests() => _unauthenticated = new(places: 2, _ended.Add);

    [Fact]
    public void Who_comes_when_there_is_no_place_takes_that_of_the_oldest()
    {
        _unauthenticated.Add("a");
        _unauthenticated.Add("b");
        _unauthenticated.Add("c");
        _unauthenticated.Add("d");

        Assert.Equal(["a", "b"], _ended);
    }

    [Fact]
    public void Who_has_proved_itself_is_ended_for_nobody()
    {
        _unauthenticated.Add("a");
        Assert.True(_unauthenticated.Remove("a"));
        _unauthenticated.Add("b");
        _unauthenticated.Add("c");
        _unauthenticated.Add("d");

        Assert.Equal(["b"], _ended);
        Assert.False(_unauthenticated.Remove("b"));
    }
}
