using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Disks;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Disks;

/// <summary>A folder on a real disk; a test that needs one is skipped where there is none that takes O_DIRECT.</summary>
internal sealed class DiskFolder : IDisposable
{
    public const string WhyNone = "the folder takes no direct access: ";

    public string Path { get; } = Directory.CreateDirectory(System.IO.Path.Combine(new WorkerOptions().DiskDirectory, "azureperf-" + System.IO.Path.GetRandomFileName())).FullName;

    public ProbeScope Scope => new() { Target = new OpenMachine(Path), Register = new UnusedRegister(), Seed = 1 };

    public DiskFile Create(int mebibytes)
    {
        try
        {
            return DiskFile.Create(Path, (long)mebibytes * DiskOptions.FileUnitBytes, durable: false, seed: 1, TestContext.Current.CancellationToken);
        }
        catch (NotSupportedException refusal)
        {
            Assert.Skip(WhyNone + refusal.Message);
            throw;
        }
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
