using System.Globalization;
using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Api;

/// <summary>The members of an application/problem+json document that people need.</summary>
/// <param name="Faults">What a health document lists.</param>
internal sealed record ApiProblem(
    string? Title, string? Detail, IReadOnlyDictionary<string, string[]>? Errors, IReadOnlyList<string>? Faults, string? TraceId)
{
    /// <summary>Reads what an answer that is no good says: one sentence per line, what was asked, then each field that is
    /// wrong.</summary>
    public static async Task<ApiFailure> DescribeAsync(
        string request, HttpResponseMessage response, TimeProvider time, CancellationToken cancellationToken)
    {
        var (status, wait) = (response.StatusCode, response.Headers.RetryAfter?.Delta);
        var problem = await ReadAsync(response.Content, time, cancellationToken);
        var code = ((int)status).ToString(CultureInfo.InvariantCulture);
        if (problem is null)
        {
            return new($"{request}: the server answered {code} without an explanation; is --url the address of an AzurePerf API?", status)
            {
                RetryAfter = wait,
            };
        }

        var members = problem.Members().ToArray();
        // The detail of a limit has the messages already.
        var more = members.Where(member => problem.Detail?.Contains(member.Message, StringComparison.Ordinal) != true);
        return new(string.Join('\n', [problem.Sentence(request, code), .. more.Select(member => member.Line)]), status)
        {
            Members = CommandFailure.MembersOf(members.Select(member => (member.Path, member.Line))),
            RetryAfter = wait,
        };
    }

    private static async Task<ApiProblem?> ReadAsync(HttpContent content, TimeProvider time, CancellationToken cancellationToken)
    {
        if (content.Headers.ContentType?.MediaType is not ("application/problem+json" or "application/json"))
        {
            return null;
        }

        using var patience = new CancellationTokenSource(ApiClient.Patience, time);
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
        try
        {
            return JsonSerializer.Deserialize<ApiProblem>(await ApiText.ReadAsync(content, ended.Token), ApiJson.Options);
        }
        catch (Exception exception)
            when (exception is JsonException or IOException or HttpRequestException
                || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // Not a problem document after all, or not all of one; the caller says so with the status.
            return null;
        }
    }

    private string Sentence(string request, string code)
    {
        string?[] parts = [Title, Detail, Faults is null ? null : string.Join("; ", Faults)];
        var explanation = string.Join(": ", parts.Where(part => !string.IsNullOrWhiteSpace(part)).Distinct());
        return $"{request}: {(explanation.Length == 0 ? "no explanation" : explanation)} "
            + $"({code}{(TraceId is null || code[0] != '5' ? "" : ", trace " + TraceId)})";
    }

    private IEnumerable<(string Path, string Message, string Line)> Members() =>
        (Errors ?? new Dictionary<string, string[]>())
            .SelectMany(error => error.Value, (error, message) => (error.Key, message, CommandFailure.LineOf(error.Key, message)));
}
