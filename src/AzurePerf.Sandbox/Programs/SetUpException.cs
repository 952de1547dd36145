using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Programs;

/// <summary>A step of the set-up that the kernel refused; it becomes data of the result.</summary>
internal sealed class SetUpException(string step, int errno) : Exception($"{step}: error {errno}")
{
    public string Step { get; } = step;

    public int Errno { get; } = errno;
}
