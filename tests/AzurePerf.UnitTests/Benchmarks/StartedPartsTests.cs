using System.Diagnostics;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class StartedPartsTests
{
    private readonly List<string> _ended = [];

    [Fact]
    public async Task What_was_started_is_ended_in_reverse_when_the_start_fails_later()
    {
        var failure = await Assert.ThrowsAsync<InvalidOperationException>(async () => await StartedParts.StartAsync(parts =>
        {
            parts.Add(new Part("folder", _ended));
            parts.Add(new Part("server", _ended, fails: true));
            throw new InvalidOperationException("gcc ended with 1");
        }));

        Assert.Equal("gcc ended with 1", failure.Message);
        Assert.Equal(["server", "folder"], _ended);
    }

    [Fact]
    public async Task A_part_that_cannot_be_ended_keeps_no_other_one_and_is_told_of()
    {
        var parts = new StartedParts();
        parts.Add(new Part("server", _ended));
        parts.Add(new Part("folder", _ended, fails: true));

        Assert.Equal("folder", (await Assert.ThrowsAsync<IOException>(async () => await parts.DisposeAsync())).Message);
        Assert.Equal(["folder", "server"], _ended);
    }

    [Theory]
    [InlineData("sleep", "600")]
    [InlineData("sleep", "0")]
    public async Task A_program_that_serves_is_gone_after_its_disposal_whether_it_had_ended_or_not(string name, string argument)
    {
        var server = new ServingProgram(name, argument);
        var id = server.Process.Id;
        if (argument == "0")
        {
            await server.Process.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        await server.DisposeAsync();

        Assert.Throws<ArgumentException>(() => Process.GetProcessById(id));
    }

    private sealed class Part(string name, List<string> ended, bool fails = false) : IDisposable
    {
        public void Dispose()
        {
            ended.Add(name);
            if (fails)
            {
                throw new IOException(name);
            }
        }
    }
}
