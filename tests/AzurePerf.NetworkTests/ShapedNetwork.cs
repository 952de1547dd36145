using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AzurePerf.NetworkTests;

/// <summary>Two network namespaces with a wire between them that carries no more than it is told. Linux, as root, with iproute2.</summary>
internal sealed partial class ShapedNetwork : IDisposable
{
    private const int NewNetwork = 0x40000000;

    private readonly string _name = string.Create(CultureInfo.InvariantCulture, $"azp{Environment.ProcessId}");

    private ShapedNetwork()
    {
    }

    /// <summary>The address of the second namespace.</summary>
    public static string FarAddress => "10.213.77.2";

    private string Near => _name + "a";

    private string Far => _name + "b";

    /// <summary>Null where this process may not make namespaces.</summary>
    /// <param name="rate">As tc has it, such as 100mbit.</param>
    /// <param name="burst">What may pass at once after a rest, such as 4mb.</param>
    public static ShapedNetwork? TryCreate(string rate, string burst)
    {
        var network = new ShapedNetwork();
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess || !File.Exists("/usr/sbin/tc") || !Ip($"netns add {network.Near}"))
        {
            return null;
        }

        var made = Ip($"netns add {network.Far}")
            && Ip($"-n {network.Near} link add v0 type veth peer name v1 netns {network.Far}")
            && Ip($"-n {network.Near} addr add 10.213.77.1/24 dev v0")
            && Ip($"-n {network.Far} addr add {FarAddress}/24 dev v1")
            && Ip($"-n {network.Near} link set v0 up")
            && Ip($"-n {network.Far} link set v1 up")
            && Run("/usr/sbin/tc", $"-n {network.Near} qdisc add dev v0 root tbf rate {rate} burst {burst} latency 100ms");
        if (made)
        {
            return network;
        }

        network.Dispose();
        return null;
    }

    /// <summary>Runs something on a thread in the first namespace; sockets and threads that it makes are there too.</summary>
    public Task<T> InNearAsync<T>(Func<T> run) => InAsync(Near, run);

    /// <summary>Likewise in the second one.</summary>
    public Task<T> InFarAsync<T>(Func<T> run) => InAsync(Far, run);

    public void Dispose()
    {
        Ip($"netns del {Near}");
        Ip($"netns del {Far}");
    }

    private static Task<T> InAsync<T>(string name, Func<T> run)
    {
        var result = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            try
            {
                using var network = File.OpenHandle("/var/run/netns/" + name);
                if (SetNamespace((int)network.DangerousGetHandle(), NewNetwork) != 0)
                {
                    throw new InvalidOperationException($"setns failed with {Marshal.GetLastPInvokeError()}");
                }

                result.SetResult(run());
            }
            catch (Exception exception)
            {
                result.SetException(exception);
            }
        }).Start();
        return result.Task;
    }

    private static bool Ip(string arguments) => Run("/usr/sbin/ip", arguments);

    private static bool Run(string program, string arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0;
    }

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    private static partial int SetNamespace(int descriptor, int kind);
}
