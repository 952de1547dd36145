using AzurePerf.Simulation.Ports;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.TaskManager.Leadership;
using Microsoft.Extensions.Hosting;

namespace AzurePerf.Simulation.Processes;

/// <summary>Opens a TaskManager's barrier to the network, as its web server does in a host.</summary>
internal sealed class BarrierDoor(SimulatedProcess process, BarrierNetwork network, StartBarrier barrier, Leadership leadership) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken)
    {
        network.Listen(process, barrier, leadership);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
