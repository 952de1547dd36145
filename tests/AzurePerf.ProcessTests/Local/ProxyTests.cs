using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Local;

/// <summary>Where a proxy is set for the internet, as companies do.</summary>
public sealed class ProxyTests(Emulators emulators)
{
    [Fact]
    public async Task A_proxy_for_the_internet_is_not_asked_for_the_control_account_of_this_machine()
    {
        // Nothing listens there, as a proxy cannot reach this machine.
        const string Proxy = "http://127.0.0.1:9";
        var (control, _) = await emulators.StartedAsync();
        var environment = new Dictionary<string, string>
        {
            ["AZUREPERF_CONTROL"] = control,
            ["http_proxy"] = Proxy,
            ["HTTP_PROXY"] = Proxy,
            ["ALL_PROXY"] = Proxy,
            ["no_proxy"] = "localhost,127.0.0.0/8",
        };

        var made = await CommandLine.RunAsync(environment, "keys", "create", "--first", "ann", "--prefix", emulators.NewPrefix());

        Assert.Equal("", made.ExitCode == 0 ? "" : made.Error);
    }
}
