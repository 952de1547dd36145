using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Sabotages;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Ports;

/// <summary>Who is told of what happens to task messages.</summary>
/// <param name="Put">Told of each text put.</param>
/// <param name="Got">Told of each message that a process received.</param>
/// <param name="Deleted">Told of each text that a process deleted.</param>
/// <param name="Hidden">Told of each message that a process hid or showed, with its text before and now.</param>
/// <param name="Sabotage">What is broken.</param>
internal sealed record MessageWatch(
    Action<string> Put, Action<SimulatedProcess, ReceivedMessage> Got, Action<SimulatedProcess, string> Deleted, Action<SimulatedProcess, string, string> Hidden, Sabotage Sabotage);
