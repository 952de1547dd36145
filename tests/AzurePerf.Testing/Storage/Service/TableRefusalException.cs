namespace AzurePerf.Testing.Storage.Service;

/// <summary>What the service says when it refuses a request.</summary>
/// <param name="status">HTTP status.</param>
/// <param name="code">The service's error code.</param>
internal sealed class TableRefusalException(int status, string code) : Exception($"{status} {code}")
{
    public int Status => status;

    public string Code => code;

    public static TableRefusalException NoRow => new(404, "ResourceNotFound");

    public static TableRefusalException Changed => new(412, "UpdateConditionNotSatisfied");

    public static TableRefusalException Invalid => new(400, "InvalidInput");
}
