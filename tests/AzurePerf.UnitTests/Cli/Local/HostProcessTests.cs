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
    [InlineData("DOTNET_URLS")]
    [InlineData("DOTNET_Web__Port")]
    public void What_the_environment_says_about_ports_does_not_reach_a_host_whose_port_is_an_option(string variable)
    {
        var environment = new Dictionary<string, string?> { [variable] = "5090", ["http_proxy"] = "http://proxy.example.org:3128" };

        HostProcess.SetEnvironment(environment, new Dictionary<string, string>());

        Assert.DoesNotContain(variable, environment.Keys);
        Assert.Contains("http_proxy", environment.Keys);
    }

    [Theory]
    [InlineData("Targets__Names__1")]
    [InlineData("TARGETS__NAMES__0")]
    [InlineData("Targets:Names:1")]
    [InlineData("Scaling__LocalPools__1")]
    [InlineData("DOTNET_Targets__Names__1")]
    public void No_element_of_a_list_that_a_host_is_told_comes_from_the_environment(string variable)
    {
        var environment = new Dictionary<string, string?> { [variable] = "west", ["Scaling__Interval"] = "00:00:10" };

        HostProcess.SetEnvironment(environment, new Dictionary<string, string>());

        Assert.DoesNotContain(variable, environment.Keys);
        Assert.Contains("Scaling__Interval", environment.Keys);
    }

    [Theory]
    [InlineData("postgresql://me:pw@host/base", null, "1")]
    [InlineData("sqlserver://me:pw@host/master", null, null)]
    [InlineData("postgresql://me:pw@host/base", "0", "0")]
    [InlineData("sqlserver://me:pw@host/master", "1", "1")]
    public void Only_a_host_with_a_SQL_Server_needs_the_data_of_cultures_and_who_has_said_otherwise_is_heard(string target, string? before, string? after)
    {
        const string Variable = "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT";
        var environment = new Dictionary<string, string?>();
        if (before is not null)
        {
            environment[Variable] = before;
        }

        HostProcess.SetEnvironment(environment, new Dictionary<string, string> { ["AZUREPERF_TARGET_DB"] = target });

        Assert.Equal(after, environment.GetValueOrDefault(Variable));
        Assert.Equal("0x200000", environment["DOTNET_GCgen0size"]);
    }
}
