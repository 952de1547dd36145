using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed class ControlJsonTests
{
    private const string File = "bicep/control.json";

    [Fact]
    public void The_deployment_knows_names_roles_and_the_scale_rule_as_the_code_has_them()
    {
        var path = RepositoryFolder.PathOf(File);
        if (Environment.GetEnvironmentVariable("AZUREPERF_GOLDEN") == "write")
        {
            System.IO.File.WriteAllText(path, ControlJson.Text);
            return;
        }

        Assert.True(System.IO.File.ReadAllText(path) == ControlJson.Text, $"{File} does not fit the code: run the tests with AZUREPERF_GOLDEN=write");
    }
}
