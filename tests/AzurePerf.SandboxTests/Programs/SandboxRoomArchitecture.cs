using AzurePerf.Sandbox.Native;

namespace AzurePerf.SandboxTests.Programs;

internal static class SandboxRoomArchitecture
{
    public static int Number(string call) => SystemCallTable.Embedded.Number(call);
}
