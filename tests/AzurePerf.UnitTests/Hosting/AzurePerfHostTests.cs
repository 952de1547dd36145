using System.Net;
using System.Net.Sockets;
using AzurePerf.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace AzurePerf.UnitTests.Hosting;

public sealed class AzurePerfHostTests
{
    [Fact]
    public async Task A_host_whose_port_is_taken_stops_what_it_had_started()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var heart = new Heart();

        var exitCode = await AzurePerfHost.RunAsync(
            "dummy", ["--urls", $"http://{taken.LocalEndpoint}"], builder => builder.Services.AddSingleton<IHostedService>(heart), _ => { });

        Assert.Equal((1, true, true), (exitCode, heart.Started, heart.Stopped));
    }

    private sealed class Heart : IHostedService
    {
        public bool Started { get; private set; }

        public bool Stopped { get; private set; }

        public Task StartAsync(CancellationToken cancellationToken)
        {
            Started = true;
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken)
        {
            Stopped = true;
            return Task.CompletedTask;
        }
    }
}
