using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class HostProcessTests
{
    [Theory]
    [InlineData("Web__Port")]
    [InlineData("WEB__PORT")]
    [InlineData("HTTP_PORTS")]
    [InlineData("HTTPS_PORTS")]
    [InlineData("DOTNET_HTTP_PORTS")]
    [InlineData("DOTNET_HTTPS_PORTS")]
    [InlineData("ASPNETCORE_URLS")]
    public void What_the_environment_says_about_ports_does_not_reach_a_host_whose_port_is_an_option(string variable)
    {
        var environment = new Dictionary<string, string?> { [variable] = "5090", ["http_proxy"] = "http://proxy.example.org:3128" };

        HostProcess.SetEnvironment(environment, new Dictionary<string, string>());

        Assert.DoesNotContain(variable, environment.Keys);
        Assert.Contains("http_proxy", environment.Keys);
    }
}
