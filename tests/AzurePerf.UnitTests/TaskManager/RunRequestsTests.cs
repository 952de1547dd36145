using AzurePerf.Core.Messages;
using AzurePerf.TaskManager.Planning;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class RunRequestsTests
{
    [Fact]
    public async Task The_message_of_a_run_that_was_not_taken_comes_again()
    {
        var cancelled = TestContext.Current.CancellationToken;
        var time = new FakeTimeProvider();
        var control = new InMemoryControlPlane(time);
        var requests = new RunRequests(control.AsControlPlane(), time, NullLogger<RunRequests>.Instance);
        await control.RunRequests.PutAsync(MessageText.Write(new RunRequestMessage(RunRequestMessage.CurrentVersion, "aaaaaaaaaaaaaaaaaaaa", null)), TimeSpan.Zero, cancelled);

        await Assert.ThrowsAsync<IOException>(() => requests.TakeAsync((_, _) => throw new IOException("the process ended"), cancelled));
        time.Advance(TimeSpan.FromSeconds(31));
        var taken = new List<string>();
        await requests.TakeAsync(KeepAsync, cancelled);

        Assert.Equal(["aaaaaaaaaaaaaaaaaaaa"], taken);
        time.Advance(TimeSpan.FromSeconds(31));
        await requests.TakeAsync(KeepAsync, cancelled);
        Assert.Single(taken);

        Task KeepAsync(string run, CancellationToken token)
        {
            taken.Add(run);
            return Task.CompletedTask;
        }
    }
}
