using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables.Accounts;

namespace Azure.Data.Tables.Http;

/// <summary>One account's pipeline with what every request to it has in common; shared by a service client and its table clients.</summary>
internal sealed class ServiceConnection
{
    public const string MinimalMetadata = "application/json; odata=minimalmetadata";
    public const string PlainJson = "application/json";

    private const string DataServiceVersion = "3.0";

    private readonly HttpPipeline _pipeline;
    private readonly Uri _requestRoot;

    private ServiceConnection(Uri endpoint, string accountName, HttpPipelinePolicy authorization, TableClientOptions? options)
    {
        options ??= new TableClientOptions();
        Endpoint = endpoint;
        AccountName = accountName;
        ServiceVersion = options.VersionText;
        _requestRoot = AccountAddress.WithTrailingSlash(endpoint);
        _pipeline = HttpPipelineBuilder.Build(new HttpPipelineOptions(options)
        {
            PerRetryPolicies = { authorization },
            RequestFailedDetailsParser = ODataErrorParser.Instance,
        });
    }

    public Uri Endpoint { get; }

    public string AccountName { get; }

    public string ServiceVersion { get; }

    /// <summary>Absolute address of a path below the account, as a request line inside a transaction needs it.</summary>
    public string AbsoluteRoot => _requestRoot.AbsoluteUri;

    /// <summary>Host and port as the Host header writes them.</summary>
    public string Authority => _requestRoot.Authority;

    public static ServiceConnection Create(string connectionString, TableClientOptions? options)
    {
        ArgumentException.ThrowIfNullOrEmpty(connectionString);
        ConnectionString parsed = ConnectionString.Parse(connectionString);
        return Create(parsed.Endpoint, parsed.Credential, options);
    }

    public static ServiceConnection Create(Uri endpoint, TableSharedKeyCredential credential, TableClientOptions? options)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        ArgumentNullException.ThrowIfNull(credential);
        return new ServiceConnection(endpoint, credential.AccountName, new SharedKeyLitePolicy(credential), options);
    }

    public static ServiceConnection Create(Uri endpoint, TokenCredential tokenCredential, TableClientOptions? options)
    {
        ArgumentNullException.ThrowIfNull(endpoint);
        ArgumentNullException.ThrowIfNull(tokenCredential);
        var authorization = new BearerTokenAuthenticationPolicy(tokenCredential, "https://storage.azure.com/.default");
        return new ServiceConnection(endpoint, AccountAddress.AccountName(endpoint), authorization, options);
    }

    /// <summary>A request for a path below the account with the headers all requests have.</summary>
    public HttpMessage CreateMessage(RequestMethod method, string escapedPath, string accept)
    {
        HttpMessage message = _pipeline.CreateMessage();
        Request request = message.Request;
        request.Method = method;
        request.Uri.Reset(_requestRoot);
        request.Uri.AppendPath(escapedPath, escape: false);
        request.Headers.Add("x-ms-version", ServiceVersion);
        request.Headers.Add("DataServiceVersion", DataServiceVersion);
        request.Headers.Add("Accept", accept);
        return message;
    }

    /// <summary>Sends and disposes the message.</summary>
    /// <exception cref="RequestFailedException">The answer is neither a success nor <paramref name="expectedFailure"/>.</exception>
    public async ValueTask<Response> SendAsync(HttpMessage message, CancellationToken cancellationToken, int expectedFailure = 0)
    {
        using (message)
        {
            await _pipeline.SendAsync(message, cancellationToken);
            Response response = message.Response;
            return response.Status is >= 200 and < 300 || response.Status == expectedFailure
                ? response
                : throw new RequestFailedException(response);
        }
    }
}
