using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ClientLoopsTests
{
    [Fact]
    public async Task A_probe_of_no_known_shape_is_refused()
    {
        var exception = await Assert.ThrowsAsync<ArgumentException>(() => new RunnerScene().RunAsync(new Shapeless(), new TestLoad()));

        Assert.StartsWith("Shapeless is none of the shapes of a probe", exception.Message, StringComparison.Ordinal);
    }

    private sealed class Shapeless : FakeSetup;
}
