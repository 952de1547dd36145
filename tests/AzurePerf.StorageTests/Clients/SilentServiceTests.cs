using System.Net;
using System.Net.Sockets;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.StorageTests.Probes;
using AzurePerf.Testing.Http;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Heartbeats;
using Xunit;

namespace AzurePerf.StorageTests.Clients;

public sealed class SilentServiceTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_listener_that_accepts_and_never_answers_is_told_of_after_ten_seconds_with_its_address(bool measured)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var address = LoopbackService.AddressAt(new($"http://{listener.LocalEndpoint}"));
        var time = new FakeTimeProvider();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using var target = StorageTarget.Open(address, 1, 1, TimeSpan.FromMinutes(5));
        var said = new List<TargetSilence?>();
        using var watch = new SilenceWatch(target, time, said.Add);
        var asking = (measured ? target.Lanes[0].Blobs : target.SetUp.Blobs).GetBlobContainerClient("c").CreateAsync(cancellationToken: stop.Token);
        using var connection = await listener.AcceptTcpClientAsync(stop.Token);
        await connection.GetStream().ReadExactlyAsync(new byte[1], stop.Token);

        time.Advance(TimeSpan.FromSeconds(10));
        Assert.Empty(said);
        time.Advance(TimeSpan.FromSeconds(5));

        Assert.Equal([(listener.LocalEndpoint.ToString()!, true, 10.0)], said.Select(silence => (silence!.Address, silence.Connected, silence.Seconds)));
        Assert.False(watch.HasAnswered);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asking);
    }
}
