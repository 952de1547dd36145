using System.Reflection;
using AzurePerf.Core.Access;
using AzurePerf.UnitTests.Web;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc.RazorPages;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class AuditActionTextTests
{
    [Theory]
    [InlineData("POST /api/v1/runs/{id}/cancel", "abc", AuditOutcome.Done, "cancelled run abc")]
    [InlineData("POST /runs/{id}?handler=Cancel", "abc", AuditOutcome.Refused, "was not allowed to cancel run abc")]
    [InlineData("POST /runs/cancel", "abc", AuditOutcome.Done, "cancelled run abc")]
    [InlineData("share mailed", "abc", AuditOutcome.Done, "mailed link abc")]
    [InlineData("POST /api/v1/keys", "abc", AuditOutcome.Done, "created key abc")]
    [InlineData("POST /api/v1/keys", "", AuditOutcome.Refused, "was not allowed to create a key")]
    [InlineData("POST /api/v1/runs", "", AuditOutcome.Failed, "tried to submit a run")]
    [InlineData("PUT /api/v1/workers/{pool}/scale", "bag", AuditOutcome.Done, "changed the limits of pool bag")]
    [InlineData("POST /?handler=LoadSamples", "", AuditOutcome.Done, "loaded the sample data")]
    [InlineData("PUT /of/another/build", "abc", AuditOutcome.Done, "PUT /of/another/build abc")]
    public void A_deed_is_said_in_words(string action, string subject, AuditOutcome outcome, string words) => Assert.Equal(words, AuditActionText.Of(action, subject, outcome));

    [Fact]
    public async Task There_are_words_for_everything_that_can_be_changed()
    {
        await using var web = new WebUnderTest();

        var actions = web.Services.GetRequiredService<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>().SelectMany(ActionsOf).Distinct().ToArray();

        Assert.InRange(actions.Length, 25, 100);
        Assert.All(actions, action => Assert.True(AuditActionText.Knows(action), $"AuditActionText has no words for {action}"));
    }

    private static IEnumerable<string> ActionsOf(RouteEndpoint endpoint)
    {
        var route = "/" + endpoint.RoutePattern.RawText?.Trim('/');
        if (endpoint.Metadata.GetMetadata<PageActionDescriptor>() is { } page)
        {
            var model = typeof(AuditTrail).Assembly.GetTypes().FirstOrDefault(type => typeof(PageModel).IsAssignableFrom(type) && type.Name == Path.GetFileName(page.ViewEnginePath));
            return (model?.GetMethods(BindingFlags.Instance | BindingFlags.Public) ?? []).Where(method => method.Name.StartsWith("OnPost", StringComparison.Ordinal)).Select(method => method.Name["OnPost".Length..].Replace("Async", "", StringComparison.Ordinal))
                .Select(handler => "POST " + route + (handler.Length > 0 ? "?handler=" + handler : ""));
        }

        return (endpoint.Metadata.GetMetadata<HttpMethodMetadata>()?.HttpMethods ?? [])
            .Where(method => AccessConventions.ChangesSomething(method) && AccessConventions.NeededFor([.. endpoint.Metadata], method) > AccessScope.Read)
            .Select(method => $"{method} {route}");
    }
}
