using System.Globalization;

namespace AzurePerf.Worker.Execution;

/// <summary>The threads on which this process learns that something has come over a connection. By default .NET has one for 30 processors.
/// Clients of a database go on, on these threads: with one of them, no more than one processor would work for all clients.</summary>
public static class ReceivingThreads
{
    /// <summary>The setting of .NET that says how many.</summary>
    private const string Setting = "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT";

    /// <summary>Has as many as the process may use processors, unless the setting is there. Does nothing once there was a
    /// connection.</summary>
    public static void MakeOneForEachProcessor() =>
        Environment.SetEnvironmentVariable(
            Setting, Environment.GetEnvironmentVariable(Setting) ?? Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture));
}
