using System.Runtime.InteropServices;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Disks;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Disks;

/// <summary>A folder on a real disk; a test that needs one is skipped where there is none that takes O_DIRECT.</summary>
internal sealed partial class DiskFolder : IDisposable
{
    private const string WhyNone = "the folder takes no direct access: ";

    public string Path { get; } = Directory.CreateDirectory(System.IO.Path.Combine(new WorkerOptions().DiskDirectory, "azureperf-" + System.IO.Path.GetRandomFileName())).FullName;

    public ProbeScope Scope => new() { Target = new OpenMachine(Path), Register = new UnusedRegister(), Seed = 1 };

    public DiskFile Create(int mebibytes)
    {
        RequireDirectAccess();
        return DiskFile.Create(Path, (long)mebibytes * DiskOptions.FileUnitBytes, durable: false, seed: 1, TestContext.Current.CancellationToken);
    }

    /// <summary>Skips the test where the system has no direct access. Asked of the system: what the probe says of it is tested.</summary>
    public void RequireDirectAccess()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), WhyNone + "this system is not Linux");
        var format = new DriveInfo(Path).DriveFormat;
        Assert.SkipWhen(format is "tmpfs" or "ramfs", WhyNone + format);
        var file = System.IO.Path.Combine(Path, "direct");
        File.WriteAllText(file, "");
        var direct = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm ? 0x10000 : 0x4000;
        using (var handle = new SafeFileHandle(Open(file, direct), ownsHandle: true))
        {
            Assert.SkipWhen(handle.IsInvalid, WhyNone + format);
        }

        File.Delete(file);
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint Open(string path, int flags);
}
