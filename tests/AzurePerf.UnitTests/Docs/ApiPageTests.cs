using AzurePerf.Core.Comparisons;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class ApiPageTests
{
    private static string Page => File.ReadAllText(RepositoryFolder.PathOf("docs/api.md"));

    [Fact]
    public void The_page_lists_every_kind_of_problem()
    {
        var lines = ProblemTypes.All.GroupBy(type => type.Status, type => $"`{type.Address["/problems/".Length..]}`")
            .Select(same => FormattableString.Invariant($"- {same.Key}: {string.Join(", ", same)}\n"));

        Assert.Contains(string.Concat(lines), Page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("docs/api.md")]
    [InlineData("docs/comparing.md")]
    public void What_may_differ_in_a_comparison_is_listed_in_full(string page) =>
        Assert.Contains(string.Join(", ", ComparisonAspects.Words.Skip(1).Select(word => $"`{word}`")), File.ReadAllText(RepositoryFolder.PathOf(page)), StringComparison.Ordinal);

    [Fact]
    public async Task The_page_lists_every_route()
    {
        await using var web = new Web.WebUnderTest();
        var routes = web.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
            .Where(endpoint => endpoint.RoutePattern.RawText!.StartsWith("/api/", StringComparison.Ordinal))
            .SelectMany(endpoint => endpoint.Metadata.GetRequiredMetadata<HttpMethodMetadata>().HttpMethods.Where(method => method != "HEAD"), (endpoint, method) => $"`{method} {endpoint.RoutePattern.RawText!.TrimEnd('/')}")
            .ToArray();

        Assert.Equal(83, routes.Length);
        Assert.All(routes, route => Assert.Contains(route, Page, StringComparison.Ordinal));
    }
}
