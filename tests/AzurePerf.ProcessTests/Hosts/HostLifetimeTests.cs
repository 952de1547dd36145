using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Hosts;

public sealed class HostLifetimeTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_host_ends_in_order_when_its_parent_closes_the_pipe()
    {
        await using var host = TestPrograms.StartHost();
        await ReadyAsync(host);

        var exit = await host.StopAsync();

        Assert.Equal(0, exit.ExitCode);
        Assert.Contains(host.Process.Tail.Lines(), line => line.Contains("parent process has ended", StringComparison.Ordinal));
        Assert.EndsWith("dummy has stopped", exit.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_C_is_left_to_the_parent_while_SIGTERM_ends_the_host()
    {
        await using var host = TestPrograms.StartHost();
        await ReadyAsync(host);

        OperatingSystemProcess.Signal(host.Process.ProcessId, OperatingSystemProcess.Interrupt);
        await ReadyAsync(host);
        OperatingSystemProcess.Signal(host.Process.ProcessId, OperatingSystemProcess.Terminate);
        var exit = await host.Process.Exited.WaitAsync(Limit, TimeProvider.System, Cancelled);

        Assert.Equal(0, exit.ExitCode);
        var said = string.Join('\n', host.Process.Tail.Lines());
        Assert.Contains("SIGTERM received", said, StringComparison.Ordinal);
        Assert.DoesNotContain("SIGINT received", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_C_ends_a_host_that_no_parent_holds()
    {
        var listening = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var host = TestPrograms.Start(
            line => _ = line.Contains("is listening", StringComparison.Ordinal) && listening.TrySetResult(), "--urls", "http://127.0.0.1:0");
        await listening.Task.WaitAsync(Limit, TimeProvider.System, Cancelled);

        OperatingSystemProcess.Signal(host.ProcessId, OperatingSystemProcess.Interrupt);
        var exit = await host.Exited.WaitAsync(Limit, TimeProvider.System, Cancelled);

        Assert.Equal(0, exit.ExitCode);
        Assert.Contains(host.Tail.Lines(), line => line.Contains("SIGINT received", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_host_with_wrong_settings_ends_with_all_faults_in_one_message()
    {
        await using var host = TestPrograms.StartHost(("Dummy:Level", "11"), ("Dummy:Colour", "red"), ("Other:Pause", "soon"));

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => ReadyAsync(host));

        Assert.StartsWith("dummy ended with exit code 2: dummy cannot start:", failure.Message, StringComparison.Ordinal);
        Assert.Contains("Dummy:Colour is not a setting; Dummy has Level;", failure.Message, StringComparison.Ordinal);
        Assert.Contains("Dummy:Level", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("Other:Pause is not a duration such as 00:00:05", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(host.Process.Tail.Lines(), line => line.TrimStart().StartsWith("at ", StringComparison.Ordinal));
    }

    private static async Task ReadyAsync(HostProcess host)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        await host.ReadyAsync(http, Limit, Cancelled);
    }
}
